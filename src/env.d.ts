declare namespace App {
  interface Locals {
    context: import('./server/context.ts').Context;
    /** Pathname as it was sent; the server sets it because `new URL` changes some. */
    path?: string;
  }
}
