/** The address under which the bundler puts a WebAssembly file. */
declare module "*.wasm?url" {
  const address: string;
  export default address;
}
