import type { Deps } from '#platform/deps.ts'
import { type Answer, text } from '#platform/http/routing/answer.ts'
import type { Handler } from '#platform/http/routing/route.ts'
import type { LandingStore } from '#product/pages/landing/landing-store.ts'
import { anon, readQuery } from '#product/run-query.ts'
import {
	type SitemapSizes,
	type SitemapTestimonial,
	type SitemapWall,
	sitemapSizes,
	sitemapTestimonials,
	sitemapWalls,
} from './queries.ts'
import { type SitemapAddress, sitemapFile, sitemapIndex } from './sitemap-xml.ts'

/** Addresses in one file. The protocol allows 50,000; fewer are read in a second, whatever rules their walls have. */
const mostAddresses = 10_000
/** Milliseconds after which a withdrawn testimonial is in no sitemap. */
const maxAge = 60_000
const maxFiles = 40
const part = /^(walls|testimonials)-([1-9]\d{0,5})$/

type Sitemaps = Pick<Deps, 'db' | 'config'>

/**
 * GET /sitemap.xml, or a list of GET /sitemap/{kind}-{number}.xml where one file does not suffice: our own landing page, published
 * walls with the forms that they link to, and testimonials on them, as far as search engines may list them.
 * @param most addresses in a file
 */
export function createSitemaps(
	{ db, config }: Sitemaps,
	landings: Pick<LandingStore, 'read'>,
	most = mostAddresses,
): { all: Handler; part: Handler } {
	const site = config.SITE_URL
	const files = new Map<string, { expires: number; text: Promise<string | null> }>()
	const landing = { loc: `${site}/` }
	// A sign-in is nothing to be found, and a wall is listed by its own address.
	const ownPages = async () => ((await landings.read()).kind === 'plaudit' ? [landing] : [])
	const wallsInPart = Math.floor((most - 1) / 2)

	async function walls(at: number): Promise<SitemapAddress[]> {
		const rows = await readQuery<SitemapWall>(db, anon, sitemapWalls(at, wallsInPart))
		const forms = new Set(rows.flatMap(({ form }) => form ?? []))
		return [
			...rows.map(({ wall, changed_at }) => ({ loc: `${site}/w/${wall}`, lastmod: day(changed_at) })),
			...[...forms].map((form) => ({ loc: `${site}/collect/${form}` })),
		]
	}

	async function testimonials(at: number): Promise<SitemapAddress[]> {
		const rows = await readQuery<SitemapTestimonial>(db, anon, sitemapTestimonials(at, most))
		return rows.map(({ id, changed_at }) => ({ loc: `${site}/p/${id}`, lastmod: day(changed_at) }))
	}

	async function readSizes() {
		const [sizes] = await readQuery<SitemapSizes>(db, anon, sitemapSizes)
		const counts = { walls: Number(sizes?.walls ?? 0), testimonials: Number(sizes?.testimonials ?? 0) }
		return {
			...counts,
			/** The landing page is in the first part of the walls. */
			parts: {
				walls: Math.max(1, Math.ceil(counts.walls / wallsInPart)),
				testimonials: Math.ceil(counts.testimonials / most),
			},
		}
	}

	async function makeAll(): Promise<string> {
		const { parts, ...counts } = await readSizes()
		if (1 + 2 * counts.walls + counts.testimonials <= most)
			return file([...(await ownPages()), ...(await walls(0)), ...(await testimonials(0))])
		return sitemapIndex(
			Object.entries(parts).flatMap(([kind, count]) =>
				Array.from({ length: count }, (_, at) => ({ loc: `${site}/sitemap/${kind}-${at + 1}.xml` })),
			),
		)
	}

	async function makePart(name: string): Promise<string | null> {
		const [, kind = '', number] = part.exec(name) ?? []
		const at = Number(number) - 1
		const { parts } = await readSizes()
		if (at >= parts[kind === 'walls' ? 'walls' : 'testimonials']) return null
		const addresses = kind === 'walls' ? await walls(at) : await testimonials(at)
		return file(kind === 'walls' && at === 0 ? [...(await ownPages()), ...addresses] : addresses)
	}

	/** The protocol allows no empty file. */
	const file = (addresses: SitemapAddress[]) => sitemapFile(addresses.length > 0 ? addresses : [landing])

	/** Made once for all who ask at a time. */
	function cached(name: string, make: () => Promise<string | null>): Promise<string | null> {
		const known = files.get(name)
		if (known && known.expires > Date.now()) return known.text
		// A file takes some megabytes.
		if (files.size >= maxFiles) files.clear()
		const made = make()
		files.set(name, { expires: Date.now() + maxAge, text: made })
		made.catch(() => files.delete(name))
		return made
	}

	return {
		all: async () => answer(await cached('all', makeAll)),
		part: async (x) => {
			const name = x.param('part').replace(/\.xml$/, '')
			return answer(part.test(name) ? await cached(name, () => makePart(name)) : null)
		},
	}
}

function day(at: Date | string | null): string | undefined {
	return at === null ? undefined : new Date(at).toISOString()
}

function answer(xml: string | null): Answer {
	if (xml === null) return text('404 Not Found', 404)
	const headers = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=60' }
	return { status: 200, headers, body: xml }
}
