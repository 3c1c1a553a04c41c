/* The triangle meshes of a 3D world on the graphics card, and what the renderer knows about each of them. */
import type { MeshList } from '../engine/types.js';
import { coarseSphere } from './coarse_sphere.js';
import type { CoarseSphere } from './coarse_sphere.js';
import type { Vec3 } from './vec3.js';
import { cross, length, normalize, subtract } from './vec3.js';

/** Planes are squares of the engine that are larger than this, m. */
const PLANE_SIZE = 300;

export interface Mesh {
  firstIndex: number;
  indexCount: number;
  firstEdge: number;
  edgeCount: number;
  /** The middle and half the diagonal of the mesh's box. */
  middle: Vec3;
  radius: number;
  /** Half the mean extent (the geometric mean) of the box. */
  meanRadius: number;
  /** Normals vary over a triangle, as on a sphere. */
  isRound: boolean;
  /** Of a sphere: its triangles in a coarse form. */
  coarse: { firstIndex: number; indexCount: number } | undefined;
  /** Of a plane: its normal and a point on it, in the coordinates of the mesh. */
  plane: { normal: Vec3; point: Vec3 } | undefined;
}

function vertexAt(data: Float32Array, index: number): Vec3 {
  return [data[3 * index]!, data[3 * index + 1]!, data[3 * index + 2]!];
}

function describe(list: MeshList, index: number): Mesh {
  const [firstIndex = 0, indexCount = 0] = list.ranges.subarray(2 * index);
  const [firstEdge = 0, edgeCount = 0] = list.edgeRanges.subarray(2 * index);
  const lower = [Infinity, Infinity, Infinity];
  const upper = [-Infinity, -Infinity, -Infinity];
  let isRound = false;
  for (let i = firstIndex; i < firstIndex + indexCount; ++i) {
    const vertex = list.indices[i]!;
    for (let axis = 0; axis < 3; ++axis) {
      const value = list.positions[3 * vertex + axis]!;
      lower[axis] = Math.min(lower[axis]!, value);
      upper[axis] = Math.max(upper[axis]!, value);
    }
    const first = vertexAt(list.normals, list.indices[i - ((i - firstIndex) % 3)]!);
    isRound ||= length(subtract(first, vertexAt(list.normals, vertex))) > 1e-3;
  }
  const [x0, y0, z0] = lower as [number, number, number];
  const [x1, y1, z1] = upper as [number, number, number];
  const middle: Vec3 = indexCount > 0 ? [(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2] : [0, 0, 0];
  const radius = indexCount > 0 ? length([(x1 - x0) / 2, (y1 - y0) / 2, (z1 - z0) / 2]) : 0;
  const meanRadius = indexCount > 0 ? Math.cbrt((x1 - x0) * (y1 - y0) * (z1 - z0)) / 2 : 0;
  const corner = (k: number): Vec3 => vertexAt(list.positions, list.indices[firstIndex + k]!);
  const isPlane = indexCount === 6 && 2 * radius > PLANE_SIZE;
  const plane = isPlane
    ? {
        normal: normalize(cross(subtract(corner(1), corner(0)), subtract(corner(2), corner(0)))),
        point: middle,
      }
    : undefined;
  return {
    firstIndex,
    indexCount,
    firstEdge,
    edgeCount,
    middle,
    radius,
    meanRadius,
    isRound,
    coarse: undefined,
    plane,
  };
}

/** Returns whether all vertices of a mesh are equally far from its middle. */
function isSphere(list: MeshList, { firstIndex, indexCount, middle, meanRadius, isRound }: Mesh): boolean {
  if (!isRound) return false;
  for (let i = firstIndex; i < firstIndex + indexCount; ++i) {
    const distance = length(subtract(vertexAt(list.positions, list.indices[i]!), middle));
    if (Math.abs(distance - meanRadius) > 0.01 * meanRadius) return false;
  }
  return true;
}

function joined<T extends Float32Array | Uint32Array>(kind: new (size: number) => T, data: T, more: number[]): T {
  const all = new kind(data.length + more.length);
  all.set(data);
  all.set(more, data.length);
  return all;
}

/** Buffers of all meshes of a world. */
export class Meshes {
  readonly meshes: Mesh[] = [];
  /** For triangles, and for edges. */
  readonly triangles: WebGLVertexArrayObject;
  readonly edges: WebGLVertexArrayObject;
  private readonly buffers: WebGLBuffer[] = [];

  constructor(
    private readonly gl: WebGL2RenderingContext,
    list: MeshList,
  ) {
    const count = list.ranges.length / 2;
    for (let index = 0; index < count; ++index) this.meshes.push(describe(list, index));
    const coarse = this.addCoarse(list);
    const positions = this.upload(gl.ARRAY_BUFFER, joined(Float32Array, list.positions, coarse.positions));
    const normals = this.upload(gl.ARRAY_BUFFER, joined(Float32Array, list.normals, coarse.normals));
    this.triangles = this.arrays(positions, normals, joined(Uint32Array, list.indices, coarse.indices));
    this.edges = this.arrays(positions, normals, list.edges);
  }

  /** Gives spheres a coarse form. Returns its vertices and indices, which follow those of the list. */
  private addCoarse(list: MeshList): CoarseSphere {
    const all: CoarseSphere = { positions: [], normals: [], indices: [] };
    for (const mesh of this.meshes.filter((one) => isSphere(list, one))) {
      const first = (list.positions.length + all.positions.length) / 3;
      const sphere = coarseSphere(mesh.middle, mesh.meanRadius, first);
      mesh.coarse = { firstIndex: list.indices.length + all.indices.length, indexCount: sphere.indices.length };
      all.positions.push(...sphere.positions);
      all.normals.push(...sphere.normals);
      all.indices.push(...sphere.indices);
    }
    return all;
  }

  private upload(target: number, data: Float32Array | Uint32Array): WebGLBuffer {
    const { gl } = this;
    const buffer = gl.createBuffer();
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, data, gl.STATIC_DRAW);
    this.buffers.push(buffer);
    return buffer;
  }

  private arrays(positions: WebGLBuffer, normals: WebGLBuffer, indices: Uint32Array): WebGLVertexArrayObject {
    const { gl } = this;
    const array = gl.createVertexArray();
    gl.bindVertexArray(array);
    [positions, normals].forEach((buffer, location) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, 3, gl.FLOAT, false, 0, 0);
    });
    this.upload(gl.ELEMENT_ARRAY_BUFFER, indices);
    gl.bindVertexArray(null);
    return array;
  }

  free(): void {
    this.buffers.forEach((buffer) => this.gl.deleteBuffer(buffer));
    this.gl.deleteVertexArray(this.triangles);
    this.gl.deleteVertexArray(this.edges);
  }
}
