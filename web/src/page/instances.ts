/* Sorts the shapes of a 3D world by mesh, gives them colours, and finds the planes. */
import { INSTANCE_NUMBERS } from '../engine/types.js';
import type { Mesh } from './meshes.js';
import { paintIndex, rgb } from './palette.js';
import type { Palette, Rgb } from './palette.js';
import type { Vec3 } from './vec3.js';
import { add, dot, length, rotate, subtract } from './vec3.js';

/** Floats per instance: position, rotation, colour with opacity. */
export const LAYOUT = [
  [2, 3],
  [3, 4],
  [4, 4],
] as const;
const NUMBERS = 11;
/** Opacity of sensors, and of a kinematic shape around the bodies, such as a drum. */
const SENSOR_OPACITY = 0.2;
const CASE_OPACITY = 0.16;

const LANDSCAPE_INDICES = 600;

const STATIC = 0;
const KINEMATIC = 1;

/** A plane n . x = offset. */
export interface Plane {
  normal: Vec3;
  offset: number;
}

/** Instances of one mesh that follow each other in the buffer. */
export interface Group {
  mesh: Mesh;
  first: number;
  count: number;
  isOpaque: boolean;
  /** A static mesh of many triangles. */
  isLandscape: boolean;
}

export class Instances {
  data = new Float32Array(0);
  /** Numbers of `data` in use. */
  length = 0;
  groups: Group[] = [];
  planes: Plane[] = [];
  /** Half the mean size of the dynamic shapes, m. */
  meanRadius = 0.25;
  private paints:
    | {
        palette: Palette;
        bodies: Rgb[];
        asleep: Rgb[];
        static: Rgb;
        kinematic: Rgb;
        sensor: Rgb;
        grades: Rgb[];
        unknown: Rgb;
      }
    | undefined;

  private grades: ReadonlyMap<number, number> | undefined;

  private paintsOf(palette: Palette): NonNullable<Instances['paints']> {
    if (this.paints?.palette !== palette) {
      this.paints = {
        palette,
        bodies: palette.solids.map(rgb),
        asleep: palette.solidsAsleep.map(rgb),
        static: rgb(palette.solidStatic),
        kinematic: rgb(palette.kinematic.fill),
        sensor: rgb(palette.sensor.outline),
        grades: palette.contacts.map((colour) => towards(rgb(colour), palette.isDark ? 0 : 1)),
        unknown: rgb(palette.solidStatic),
      };
    }
    return this.paints;
  }

  /** Reads the records of World3.instances. `middle` and `radius` say where the moving bodies are. With `grades`, dynamic
   *  bodies have the colours of their grades. */
  read(
    records: Float32Array,
    meshes: Mesh[],
    palette: Palette,
    { middle, radius, grades }: { middle: Vec3; radius: number; grades: ReadonlyMap<number, number> | undefined },
  ): void {
    const paints = this.paintsOf(palette);
    this.grades = grades;
    const lists: number[][] = meshes.map(() => []);
    this.planes = [];
    let sizes = 0;
    let count = 0;
    for (let at = 0; at < records.length; at += INSTANCE_NUMBERS) {
      const mesh = meshes[records[at]!];
      if (mesh === undefined) continue;
      if (mesh.plane !== undefined) {
        this.addPlane(records, at, mesh.plane);
        continue;
      }
      lists[records[at]!]!.push(at);
      if (records[at + 2]! > KINEMATIC) {
        sizes += mesh.meanRadius;
        ++count;
      }
    }
    if (count > 0) this.meanRadius = sizes / count;
    if (this.data.length < (records.length / INSTANCE_NUMBERS) * NUMBERS)
      this.data = new Float32Array(Math.ceil((1.5 * records.length) / INSTANCE_NUMBERS) * NUMBERS);
    this.groups = [];
    let place = 0;
    lists.forEach((list, index) => {
      const mesh = meshes[index]!;
      const opacity = (at: number): number =>
        (records[at + 11]! & 1) !== 0 ? SENSOR_OPACITY : isCase(records, at, mesh, middle, radius) ? CASE_OPACITY : 1;
      for (const isOpaque of [true, false]) {
        const first = place;
        for (const at of list) {
          const alpha = opacity(at);
          if ((alpha === 1) !== isOpaque) continue;
          this.write(place++, records, at, paints, alpha);
        }
        if (place === first) continue;
        const isLandscape = mesh.indexCount > LANDSCAPE_INDICES && records[list[0]! + 2] === STATIC;
        this.groups.push({ mesh, first, count: place - first, isOpaque, isLandscape });
      }
    });
    this.length = place * NUMBERS;
  }

  private addPlane(records: Float32Array, at: number, plane: { normal: Vec3; point: Vec3 }): void {
    const turn = [records[at + 7]!, records[at + 8]!, records[at + 9]!, records[at + 10]!] as const;
    const normal = rotate(turn, plane.normal);
    const point = add(rotate(turn, plane.point), [records[at + 4]!, records[at + 5]!, records[at + 6]!]);
    this.planes.push({ normal, offset: dot(normal, point) });
  }

  private write(
    place: number,
    records: Float32Array,
    at: number,
    paints: NonNullable<Instances['paints']>,
    alpha: number,
  ): void {
    const { data } = this;
    const to = NUMBERS * place;
    for (let i = 0; i < 7; ++i) data[to + i] = records[at + 4 + i]!;
    const type = records[at + 2]!;
    const index = paintIndex(records[at + 1]!, paints.bodies.length);
    let colour = (records[at + 3]! !== 0 ? paints.bodies : paints.asleep)[index]!;
    if (this.grades !== undefined) colour = paints.grades[this.grades.get(records[at + 1]!) ?? -1] ?? paints.unknown;
    if ((records[at + 11]! & 1) !== 0) colour = paints.sensor;
    else if (type === STATIC) colour = paints.static;
    else if (type === KINEMATIC) colour = paints.kinematic;
    data[to + 7] = colour[0];
    data[to + 8] = colour[1];
    data[to + 9] = colour[2];
    data[to + 10] = alpha;
  }
}

/** Mixes a colour of a thin mark with the theme's background, black (0) or white (1), for the face of a body. */
function towards(colour: Rgb, background: number): Rgb {
  return colour.map((value) => value + 0.35 * (background - value)) as unknown as Rgb;
}

/** Whether a shape is a kinematic case around the moving bodies, which it would hide. */
function isCase(records: Float32Array, at: number, mesh: Mesh, middle: Vec3, radius: number): boolean {
  const origin: Vec3 = [records[at + 4]!, records[at + 5]!, records[at + 6]!];
  return (
    records[at + 2]! === KINEMATIC && mesh.radius > 0.5 * radius && length(subtract(origin, middle)) < 0.7 * mesh.radius
  );
}
