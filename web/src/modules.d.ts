/* What the build puts in place of these imports. */
declare module 'modulus.wasm' {
  const bytes: Uint8Array<ArrayBuffer>;
  export default bytes;
}
declare module '*.css';
