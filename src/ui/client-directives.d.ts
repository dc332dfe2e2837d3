import 'astro';

declare module 'astro' {
  interface AstroClientDirectives {
    /** Hydrates on the first click or key (`interaction.ts`). */
    'client:interaction'?: boolean;
  }
}
