/* Programs and buffers of WebGL2. */

/** A linked program with its uniforms. Throws if the driver refuses it. */
export class Program {
  private readonly program: WebGLProgram;
  private readonly places = new Map<string, WebGLUniformLocation | null>();

  constructor(
    private readonly gl: WebGL2RenderingContext,
    vertex: string,
    fragment: string,
  ) {
    this.program = gl.createProgram();
    for (const [type, source] of [
      [gl.VERTEX_SHADER, vertex],
      [gl.FRAGMENT_SHADER, fragment],
    ] as const) {
      const shader = gl.createShader(type);
      if (shader === null) continue; /* the context is lost */
      gl.shaderSource(shader, `#version 300 es\nprecision highp float;\nprecision highp sampler2DShadow;\n${source}`);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
      if (gl.getShaderParameter(shader, gl.COMPILE_STATUS) === false)
        throw new Error(`the browser refuses a shader: ${gl.getShaderInfoLog(shader) ?? ''}`);
    }
    gl.linkProgram(this.program);
    if (gl.getProgramParameter(this.program, gl.LINK_STATUS) === false)
      throw new Error(`the browser refuses a program: ${gl.getProgramInfoLog(this.program) ?? ''}`);
  }

  use(): void {
    this.gl.useProgram(this.program);
  }

  private at(name: string): WebGLUniformLocation | null {
    if (!this.places.has(name)) this.places.set(name, this.gl.getUniformLocation(this.program, name));
    return this.places.get(name) ?? null;
  }

  matrix(name: string, value: Float32Array): void {
    this.gl.uniformMatrix4fv(this.at(name), false, value);
  }
  /** Sets a float, vec2, vec3 or vec4. */
  vector(name: string, ...value: number[]): void {
    const { gl } = this;
    const place = this.at(name);
    if (value.length === 1) gl.uniform1fv(place, value);
    else if (value.length === 2) gl.uniform2fv(place, value);
    else if (value.length === 3) gl.uniform3fv(place, value);
    else gl.uniform4fv(place, value);
  }
  vectors4(name: string, value: number[]): void {
    if (value.length > 0) this.gl.uniform4fv(this.at(name), value);
  }
  integer(name: string, value: number): void {
    this.gl.uniform1i(this.at(name), value);
  }
}

/** A buffer of instances that is refilled every frame. */
export class InstanceBuffer {
  readonly buffer: WebGLBuffer;
  private capacity = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.buffer = gl.createBuffer();
  }

  fill(data: Float32Array, count: number): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (count > this.capacity) {
      this.capacity = Math.ceil(1.5 * count);
      gl.bufferData(gl.ARRAY_BUFFER, 4 * this.capacity, gl.DYNAMIC_DRAW);
    }
    if (count > 0) gl.bufferSubData(gl.ARRAY_BUFFER, 0, data, 0, count);
  }

  /** Points attributes, given as [location, numbers], at the instances from `first` on. */
  attributes(layout: readonly (readonly [number, number])[], first: number): void {
    const { gl } = this;
    const numbers = layout.reduce((sum, [, count]) => sum + count, 0);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    let offset = 4 * numbers * first;
    for (const [location, count] of layout) {
      gl.enableVertexAttribArray(location);
      gl.vertexAttribPointer(location, count, gl.FLOAT, false, 4 * numbers, offset);
      gl.vertexAttribDivisor(location, 1);
      offset += 4 * count;
    }
  }
}
