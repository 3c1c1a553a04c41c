/* Imports that the build replaces. */
declare module 'modulus.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module '*.css';

/* The colours of solvers in src/draw/palette.inc, by method: [on white, on the dark theme]. build.mjs resolves it. */
declare module 'palette.inc' {
  const colours: Record<string, [light: string, dark: string]>;
  export default colours;
}
