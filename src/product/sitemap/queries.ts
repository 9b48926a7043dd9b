import { sql } from '#platform/pg/sql.ts'

export type SitemapSizes = { walls: string; testimonials: string }
export type SitemapWall = { wall: string; form: string | null; changed_at: Date | string }
export type SitemapTestimonial = { id: string; changed_at: Date | string | null }

/** Upper bounds of what a sitemap lists. */
export const sitemapSizes = sql`select * from private.sitemap_sizes()`

/** A part of the walls, in the order of their ids. */
export const sitemapWalls = (part: number, most: number) => sql`select * from private.sitemap_walls(${part}, ${most})`

/** A part of the testimonials, in the order of their ids. */
export const sitemapTestimonials = (part: number, most: number) =>
	sql`select * from private.sitemap_testimonials(${part}, ${most})`
