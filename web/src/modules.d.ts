/* Imports that the build replaces. */
declare module 'modulus.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module '*.css';
