import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first click or focus (`interaction.ts`). */
    'client:interaction'?: boolean;
    /** Hydrates when its store holds something to show (`wanted.ts`, `hydrate-when.ts`). */
    'client:wanted'?: boolean;
  }
}
