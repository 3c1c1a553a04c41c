/* Draws a 3D world with WebGL2: bodies as instances of meshes, one light with a shadow map, planes with a grid, joints and
 * contacts. */
import type { World } from '../engine/world.js';
import { World3 } from '../engine/world3.js';
import { HALF_HEIGHT } from './camera3.js';
import type { Camera3 } from './camera3.js';
import type { Size } from './camera.js';
import { InstanceBuffer, Program } from './gl.js';
import { gradesOfBodies } from './grades.js';
import { Instances, LAYOUT } from './instances.js';
import type { Group, Plane } from './instances.js';
import { LINE_LAYOUT, MARK_LAYOUT, Marks3 } from './marks3.js';
import { Meshes } from './meshes.js';
import { rgb } from './palette.js';
import type { Palette } from './palette.js';
import type { FrameOptions, WorldRenderer } from './renderer.js';
import {
  DEPTH_FRAGMENT,
  EDGE_FRAGMENT,
  LINE_FRAGMENT,
  LINE_VERTEX,
  MARK_FRAGMENT,
  MARK_VERTEX,
  MAX_PLANES,
  PLANE_FRAGMENT,
  PLANE_VERTEX,
  SOLID_FRAGMENT,
  SOLID_VERTEX,
} from './shaders.js';
import type { Vec3 } from './vec3.js';
import { add, cross, length, lookFrom, multiply, normalize, orthographic, perpendicular, scale } from './vec3.js';

/** Toward the light: from above, over the left shoulder of a viewer at the first position of the camera. */
const LIGHT = normalize([-0.15, 1, 0.75]);
const SHADOW_SIZE = 2048;
/** More device pixels than this per CSS pixel are not worth their time. */
const MAX_DENSITY = 2;
/** Planes that lean less than this from the horizontal are ground. */
const GROUND_SLOPE = 0.5;
const WALL_OPACITY = 0.45;
/** Spheres of a smaller radius are drawn with fewer triangles, CSS pixels. */
const COARSE_PIXELS = 10;

/** What is lost with the context. */
interface Resources {
  solid: Program;
  edge: Program;
  depth: Program;
  plane: Program;
  line: Program;
  mark: Program;
  instances: InstanceBuffer;
  lines: InstanceBuffer;
  marks: InstanceBuffer;
  sprites: WebGLVertexArrayObject;
  shadow: WebGLTexture;
  shadowTarget: WebGLFramebuffer;
  meshes: Meshes | undefined;
  /** The world and the version of its shapes that the meshes are of. */
  world: World3 | undefined;
  version: number;
}

function createShadow(gl: WebGL2RenderingContext): { shadow: WebGLTexture; shadowTarget: WebGLFramebuffer } {
  const shadow = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, shadow);
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.DEPTH_COMPONENT24, SHADOW_SIZE, SHADOW_SIZE);
  for (const [name, value] of [
    [gl.TEXTURE_COMPARE_MODE, gl.COMPARE_REF_TO_TEXTURE],
    [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
    [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
    [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
    [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
  ] as const)
    gl.texParameteri(gl.TEXTURE_2D, name, value);
  const shadowTarget = gl.createFramebuffer();
  gl.bindFramebuffer(gl.FRAMEBUFFER, shadowTarget);
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.DEPTH_ATTACHMENT, gl.TEXTURE_2D, shadow, 0);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  return { shadow, shadowTarget };
}

function createResources(gl: WebGL2RenderingContext): Resources {
  return {
    solid: new Program(gl, SOLID_VERTEX, SOLID_FRAGMENT),
    edge: new Program(gl, SOLID_VERTEX, EDGE_FRAGMENT),
    depth: new Program(gl, SOLID_VERTEX, DEPTH_FRAGMENT),
    plane: new Program(gl, PLANE_VERTEX, PLANE_FRAGMENT),
    line: new Program(gl, LINE_VERTEX, LINE_FRAGMENT),
    mark: new Program(gl, MARK_VERTEX, MARK_FRAGMENT),
    instances: new InstanceBuffer(gl),
    lines: new InstanceBuffer(gl),
    marks: new InstanceBuffer(gl),
    sprites: gl.createVertexArray(),
    ...createShadow(gl),
    meshes: undefined,
    world: undefined,
    version: -1,
  };
}

/** The matrices and the eye of one frame. */
interface Eye {
  camera: Float32Array;
  lamp: Float32Array;
  at: Vec3;
}

export class Renderer3 implements WorldRenderer {
  size: Size = { width: 1, height: 1 };
  /** Why nothing is drawn; empty if all is well. */
  trouble = '';
  private readonly gl: WebGL2RenderingContext | null;
  private resources: Resources | undefined;
  private readonly instances = new Instances();
  private readonly marks = new Marks3();
  private density = 1;
  /** A sphere around what casts shadows, and the distance of the lines of the grid. */
  private middle: Vec3 = [0, 0, 0];
  private radius = 1;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera3,
    private readonly changed: () => void,
  ) {
    this.gl = canvas.getContext('webgl2', { alpha: false, antialias: true, powerPreference: 'high-performance' });
    if (this.gl === null) {
      this.trouble =
        'This browser cannot draw 3D scenes: it offers no WebGL2. The worlds run all the same; their numbers and plots are shown. 2D scenes are drawn without it.';
      return;
    }
    canvas.addEventListener('webglcontextlost', (event) => this.lost(event));
    canvas.addEventListener('webglcontextrestored', () => this.restored());
  }

  get meanRadius(): number {
    return this.instances.meanRadius;
  }

  /** Asks the browser to restore the context. */
  private lost(event: Event): void {
    event.preventDefault();
    this.resources = undefined;
    this.trouble =
      'The graphics card dropped this view. The worlds run on; the view returns when the browser restores it. If it does not, reload the page. 2D scenes are drawn without it.';
    this.changed();
  }

  private restored(): void {
    this.trouble = '';
    this.changed();
  }

  /** Sets the size in CSS pixels; the canvas has `density` device pixels for each. */
  resize(width: number, height: number, density: number): void {
    this.size = { width: Math.max(1, width), height: Math.max(1, height) };
    this.density = Math.min(density, MAX_DENSITY);
    const { canvas } = this;
    canvas.width = Math.max(1, Math.round(width * this.density));
    canvas.height = Math.max(1, Math.round(height * this.density));
  }

  draw(world: World, options: FrameOptions): void {
    const { gl } = this;
    if (gl === null || gl.isContextLost() || !(world instanceof World3)) return;
    this.resources ??= createResources(gl);
    const { resources } = this;
    this.loadMeshes(gl, resources, world);
    this.read(world, resources, options);
    const eye = this.eye();
    this.drawShadows(gl, resources, eye);
    const [red, green, blue] = rgb(options.palette.background);
    gl.viewport(0, 0, this.canvas.width, this.canvas.height);
    gl.clearColor(red, green, blue, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.bindTexture(gl.TEXTURE_2D, resources.shadow);
    this.drawSolids(gl, resources, eye, options.palette, true);
    this.drawEdges(gl, resources, eye, options.palette.isDark ? 1.7 : 0.45);
    this.drawPlanes(gl, resources, eye, options);
    this.drawSolids(gl, resources, eye, options.palette, false);
    this.drawMarks(gl, resources, eye);
  }

  /* ---- The data of a frame ----------------------------------------------------------------------------------------- */

  private loadMeshes(gl: WebGL2RenderingContext, resources: Resources, world: World3): void {
    const version = world.shapesVersion;
    if (resources.world === world && resources.version === version) return;
    resources.meshes?.free();
    resources.meshes = new Meshes(gl, world.meshes());
    resources.world = world;
    resources.version = version;
  }

  private read(world: World3, resources: Resources, options: FrameOptions): void {
    const meshes = resources.meshes?.meshes ?? [];
    this.findSphere(world.bounds());
    const { target, palette } = options;
    const grades = options.coloursByContacts
      ? gradesOfBodies(world.contacts(), target, palette.contacts.length)
      : undefined;
    const records = world.instances(options.fraction);
    const centres = new Map<number, readonly number[]>();
    for (let at = 0; at < records.length; at += 12)
      if (records[at + 2] === 2) centres.set(records[at + 1]!, [...records.subarray(at + 4, at + 7)]);
    this.instances.read(records, meshes, palette, { middle: this.middle, radius: this.radius, grades });
    const { data, length: numbers } = this.instances;
    resources.instances.fill(data, numbers);
    this.marks.clear();
    this.marks.addJoints(world.joints(options.fraction), centres, options.palette);
    if (options.contacts) {
      const pixels = this.pixelsOf(this.meanRadius);
      const dot = this.density * Math.min(4, Math.max(1.4, 0.16 * pixels));
      this.marks.addContacts(world.contacts(), options.palette, options.target, this.meanRadius, dot);
    }
    resources.lines.fill(this.marks.lines.data, this.marks.lines.length);
    resources.marks.fill(this.marks.marks.data, this.marks.marks.length);
  }

  /** Finds a sphere around the moving bodies and the view of the scene, as far as the camera sees them. */
  private findSphere(bounds: Float32Array): void {
    const lower = [0, 1, 2].map((axis) => Math.min(bounds[axis]!, bounds[axis + 6]!)) as unknown as Vec3;
    const upper = [0, 1, 2].map((axis) => Math.max(bounds[axis + 3]!, bounds[axis + 9]!)) as unknown as Vec3;
    const half = scale(0.5, [upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]]);
    const whole = 1.1 * length(half) + 0.1;
    const seen = 1.6 * this.camera.distance;
    this.middle = whole < seen ? add(lower, half) : this.camera.target;
    this.radius = Math.min(whole, seen);
    if (!Number.isFinite(this.radius)) this.radius = 1;
  }

  private eye(): Eye {
    const right = perpendicular(LIGHT);
    const view = lookFrom(this.middle, right, cross(LIGHT, right), LIGHT);
    return {
      camera: this.camera.matrix(this.size),
      lamp: multiply(orthographic(1.05 * this.radius), view),
      at: this.camera.eye(),
    };
  }

  /* ---- Passes ------------------------------------------------------------------------------------------------------ */

  private drawGroups(gl: WebGL2RenderingContext, resources: Resources, draw: (group: Group) => void): void {
    for (const group of this.instances.groups) {
      resources.instances.attributes(LAYOUT, group.first);
      draw(group);
    }
    gl.bindVertexArray(null);
  }

  private drawTriangles(gl: WebGL2RenderingContext, { mesh, count }: Group, usesCoarse: boolean): void {
    const { firstIndex, indexCount } = usesCoarse ? (mesh.coarse ?? mesh) : mesh;
    gl.drawElementsInstanced(gl.TRIANGLES, indexCount, gl.UNSIGNED_INT, 4 * firstIndex, count);
  }

  /** Returns how large a length is in the middle of the picture, in CSS pixels. */
  private pixelsOf(metres: number): number {
    return (metres * this.size.height) / (2 * HALF_HEIGHT * this.camera.distance);
  }

  private drawShadows(gl: WebGL2RenderingContext, resources: Resources, eye: Eye): void {
    gl.bindFramebuffer(gl.FRAMEBUFFER, resources.shadowTarget);
    gl.viewport(0, 0, SHADOW_SIZE, SHADOW_SIZE);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
    gl.disable(gl.BLEND);
    gl.clear(gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1.5, 3);
    resources.depth.use();
    resources.depth.matrix('camera', eye.lamp);
    gl.bindVertexArray(resources.meshes?.triangles ?? null);
    this.drawGroups(gl, resources, (group) => {
      if (group.isOpaque) this.drawTriangles(gl, group, true);
    });
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  }

  private light(program: Program, eye: Eye): void {
    program.matrix('camera', eye.camera);
    program.matrix('lamp', eye.lamp);
    program.vector('eye', ...eye.at);
    program.vector('texel', 1 / SHADOW_SIZE);
    program.integer('shadow', 0);
  }

  private blend(gl: WebGL2RenderingContext, isOn: boolean): void {
    if (isOn) gl.enable(gl.BLEND);
    else gl.disable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  }

  private drawSolids(
    gl: WebGL2RenderingContext,
    resources: Resources,
    eye: Eye,
    palette: Palette,
    isOpaque: boolean,
  ): void {
    const { solid } = resources;
    solid.use();
    this.light(solid, eye);
    solid.vector('light', ...LIGHT);
    solid.vector('bias', 0.004 * this.radius);
    solid.vector('grid', gridStep(this.radius));
    solid.vector('ink', ...rgb(palette.groundLines));
    this.blend(gl, !isOpaque);
    gl.depthMask(isOpaque);
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1); /* behind their edges */
    gl.bindVertexArray(resources.meshes?.triangles ?? null);
    this.drawGroups(gl, resources, (group) => {
      if (group.isOpaque !== isOpaque) return;
      solid.vector('pattern', group.isLandscape ? 2 : group.mesh.isRound ? 1 : 0);
      this.drawTriangles(gl, group, this.pixelsOf(group.mesh.meanRadius) < COARSE_PIXELS);
    });
    gl.disable(gl.POLYGON_OFFSET_FILL);
    gl.depthMask(true);
  }

  private drawEdges(gl: WebGL2RenderingContext, resources: Resources, eye: Eye, darkness: number): void {
    resources.edge.use();
    resources.edge.matrix('camera', eye.camera);
    resources.edge.vector('darkness', darkness);
    this.blend(gl, true);
    gl.bindVertexArray(resources.meshes?.edges ?? null);
    this.drawGroups(gl, resources, ({ mesh, count }) => {
      if (mesh.edgeCount > 0)
        gl.drawElementsInstanced(gl.LINES, mesh.edgeCount, gl.UNSIGNED_INT, 4 * mesh.firstEdge, count);
    });
  }

  private drawPlanes(gl: WebGL2RenderingContext, resources: Resources, eye: Eye, { palette }: FrameOptions): void {
    const { plane: program } = resources;
    const { right, up, back } = this.camera.axes();
    const half = this.camera.ray(this.size.width, 0, this.size);
    const wide = half[0] * right[0] + half[1] * right[1] + half[2] * right[2];
    const tall = half[0] * up[0] + half[1] * up[1] + half[2] * up[2];
    program.use();
    this.light(program, eye);
    program.vector('right', ...scale(wide, right));
    program.vector('top', ...scale(tall, up));
    program.vector('ahead', ...scale(-1, back));
    program.vector('middle', ...this.middle);
    program.vector('radius', this.radius);
    program.vector('grid', gridStep(this.radius));
    program.vector('base', ...rgb(palette.ground));
    program.vector('ink', ...rgb(palette.groundLines));
    this.blend(gl, true);
    gl.bindVertexArray(resources.sprites);
    const planes = this.instances.planes.slice(0, MAX_PLANES);
    planes.forEach((plane, index) =>
      this.drawPlane(
        gl,
        program,
        plane,
        planes.filter((_other, at) => at !== index),
      ),
    );
  }

  private drawPlane(gl: WebGL2RenderingContext, program: Program, plane: Plane, others: Plane[]): void {
    const isGround = plane.normal[1] > GROUND_SLOPE;
    program.vector('normal', ...plane.normal);
    program.vector('across', ...acrossOf(plane.normal));
    program.vector('offset', plane.offset);
    program.vector('opacity', isGround ? 1 : WALL_OPACITY);
    program.integer('is_ground', isGround ? 1 : 0);
    program.integer('other_count', others.length);
    program.vectors4(
      'others',
      others.flatMap(({ normal, offset }) => [...normal, offset]),
    );
    gl.drawArrays(gl.TRIANGLES, 0, 3);
  }

  private drawMarks(gl: WebGL2RenderingContext, resources: Resources, eye: Eye): void {
    const { width, height } = this.canvas;
    gl.bindVertexArray(resources.sprites);
    this.blend(gl, true);
    gl.depthMask(false);
    for (const [program, buffer, layout, count] of [
      [resources.line, resources.lines, LINE_LAYOUT, this.marks.lineCount],
      [resources.mark, resources.marks, MARK_LAYOUT, this.marks.markCount],
    ] as const) {
      if (count === 0) continue;
      program.use();
      program.matrix('camera', eye.camera);
      program.vector('eye', ...eye.at);
      program.vector('viewport', width, height);
      program.vector('border', 1.6 * this.density);
      program.vector('nearer', 0.6 * this.meanRadius);
      program.vector('alpha', 1);
      buffer.attributes(layout, 0);
      gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
    }
    gl.depthMask(true);
    gl.bindVertexArray(null);
  }
}

/** Returns a power of ten, or twice or five times one, near a fifth of the radius. */
function gridStep(radius: number): number {
  const power = 10 ** Math.floor(Math.log10(radius / 5));
  const lead = radius / 5 / power;
  return power * (lead < 2 ? 1 : lead < 5 ? 2 : 5);
}

/** Returns the direction of the grid's lines in a plane: along x if the plane is level. */
function acrossOf(normal: Vec3): Vec3 {
  return Math.abs(normal[0]) < 0.9 ? normalize(cross(normal, cross([1, 0, 0], normal))) : [0, 0, 1];
}
