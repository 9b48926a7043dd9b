/** A page, picture or feed before it is encoded and cached. */
export type RenderedFile = { text: string | Buffer; headers: Record<string, string> }

/** A withdrawn testimonial is gone everywhere within 60 s: 30 fresh, 30 more while a browser revalidates. */
export const wallCacheControl = 'public, max-age=30, stale-while-revalidate=30'
