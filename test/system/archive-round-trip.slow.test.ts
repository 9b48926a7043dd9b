import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildReceipt } from '#product/proof/build-receipt.ts'
import { sealEntries } from '#product/proof/seal-entries.ts'
import { verifyLog } from '#product/proof/verify-log.ts'
import { verifyReceipt } from '#product/proof/verify-receipt.ts'
import { createReceiptService } from '#product/receipts/receipt-service.ts'
import { receiptSecretOf, receiptTokenOf } from '#product/receipts/receipt-token.ts'
import { keyOfToken } from '#product/spaces/space-token.ts'
import { exportTo, importFrom } from '#test/support/product/archive-file.ts'
import { type ArchiveWorld, createArchiveWorld } from '#test/support/product/archive-world.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

// `npm run bench -- --only archive` moves many more.
const testimonials = 2500

let folder: string
let from: TestApp
let to: TestApp
let world: ArchiveWorld

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'plaudit-archive-'))
	from = await createTestApp()
	to = await createTestApp()
	// Mails and the processing of recordings would change rows after the archive was made.
	await Promise.all([from.stopWorkers(), to.stopWorkers()])
	world = await createArchiveWorld(from, testimonials, 5)
	const owner = await to.person('elsewhere')
	await asOwner(to.database, 'update auth.users set email = $2 where id = $1', [owner.id, world.ownerEmail])
	const path = join(folder, 'space.zip')
	const manifest = await exportTo(from, world.space_id, path)
	expect(manifest.files.count).toBeGreaterThan(testimonials / 5)
	const empty = Object.entries(manifest.tables).filter(([, { rows }]) => rows === 0)
	expect(empty.map(([name]) => name)).toEqual(['private.former_receipt_tokens'])
	const restored = await importFrom(to, path)
	expect(restored).toMatchObject({ members: [world.ownerEmail], absent: [], missing: 0, erased: 0, renamed: [] })
	expect(restored.testimonials).toBeGreaterThan(testimonials)
}, 600_000)
afterAll(async () => {
	await from?.close()
	await to?.close()
	await rm(folder, { recursive: true, force: true })
})

/** Number and hash of the rows of each table of an archive, as the database writes them. */
async function hashRows(app: TestApp): Promise<Record<string, string>> {
	const tables = await asOwner<{ name: string; key: string; people: string[]; omitted: string[]; sorted: string[] }>(
		app.database,
		'select * from private.archive_tables()',
	)
	const found: Record<string, string> = {}
	for (const { name, people, omitted, sorted } of tables) {
		const left = [...people, ...omitted, ...(name === 'private.receipts' ? ['token_hash'] : [])]
		const [row] = await asOwner<{ hash: string }>(
			app.database,
			`select count(*) || ' ' || md5(coalesce(string_agg((to_jsonb(r) - $1::text[])::text, E'\\n' order by ${sorted.map((c) => `r.${c}`).join(', ')}), '')) as hash
			from ${name} r ${name === 'public.space_events' ? "where r.kind <> 'archive_imported'" : ''}`,
			[left],
		)
		found[name] = row?.hash ?? ''
	}
	return found
}

it('every row of a space is the same in the new installation, column by column', async () => {
	const [before, after] = [await hashRows(from), await hashRows(to)]
	const { 'private.former_receipt_tokens': former, ...others } = after
	const { 'private.former_receipt_tokens': none, ...expected } = before
	expect(others).toEqual(expected)
	expect(none).toMatch(/^0 /)
	// The links that the former installation mailed.
	expect(former?.split(' ')[0]).toBe(before['private.receipts']?.split(' ')[0])
	const derived = await Promise.all(
		[from, to].map((app) => asOwner(app.database, 'select * from private.shown_items order by testimonial_id')),
	)
	expect(derived[0]?.length).toBeGreaterThan(testimonials)
	expect(derived[1]).toEqual(derived[0])
})

async function hashFiles(app: TestApp): Promise<Map<string, string>> {
	const objects = await asOwner<{ bucket_id: string; name: string; version: string }>(
		app.database,
		'select bucket_id, name, version from storage.objects order by 1, 2',
	)
	const hashes = new Map<string, string>()
	for (const { bucket_id, name, version } of objects) {
		const stream = await app.deps.files.read(version)
		const bytes = stream ? await buffer(stream) : Buffer.from('missing')
		hashes.set(`${bucket_id}/${name}`, createHash('sha256').update(bytes).digest('hex'))
	}
	return hashes
}

it('every file of a space is the same, byte by byte', async () => {
	const [before, after] = [await hashFiles(from), await hashFiles(to)]
	expect(after.size).toBeGreaterThan(testimonials / 5)
	expect(after).toEqual(before)
})

/** An answer without what changes with each request. */
async function read(app: TestApp, path: string, headers: Record<string, string> = {}) {
	const response = await app.fetch(`${app.url}${path}`, { headers })
	const text = await response.text()
	return {
		status: response.status,
		location: response.headers.get('location'),
		// Keys of the installation sign the addresses of files and the places in a wall.
		body: text
			.replace(/\?until=\d+&(amp;)?key=[\w-]+/g, '')
			.replace(/(cursor=|"next":")[\w-]+/g, '$1')
			.replaceAll(/\/t\/[\w-]{43,64}\//g, '/t/token/'),
	}
}

/** Where two texts begin to differ; empty for equal ones. */
function difference(a: string, b: string): string {
	if (a === b) return ''
	const at = [...a].findIndex((letter, place) => letter !== b[place])
	return `${a.slice(at - 60, at + 60)} | ${b.slice(at - 60, at + 60)}`
}

it('pages, embeds and links answer as before', async () => {
	const [shown] = await asOwner<{ id: string; path: string }>(
		from.database,
		`select p.id, p.media -> 0 ->> 'path' as path from private.shown_testimonials p where p.media is not null order by p.id limit 1`,
	)
	const [token = ''] = world.tokens
	for (const path of [
		`/w/${world.formerSlug}`,
		`/embed/${world.wall_id}.js`,
		`/embed/${world.wall_id}.html`,
		`/functions/v1/wall?id=${world.wall_id}&limit=100`,
		`/functions/v1/form?slug=${world.slug}`,
		`/p/${shown?.id}`,
		`/media/${shown?.path}`,
		`/t/${token}`,
	]) {
		const [before, after] = [await read(from, path), await read(to, path)]
		expect(before.status, path).toBe(200)
		expect([path, after.status, difference(before.body, after.body)]).toEqual([path, 200, ''])
	}
	expect(await read(to, `/collect/${world.formerSlug}`)).toMatchObject({
		status: 308,
		location: expect.stringContaining(world.slug),
	})
	expect((await read(to, `/collect/${world.slug}?i=${world.invitation}`)).body).toContain('Otto')
})

it('the hash chain of every history holds after the import, and is sealed by the new installation', async () => {
	while (await sealEntries(to.deps)) {
		// The next batch.
	}
	const { entries, checkpoints, problems } = await verifyLog(to.deps.db)
	expect(problems).toEqual([])
	expect(entries).toBeGreaterThan(testimonials)
	expect(checkpoints).toBeGreaterThan(1)
	const unsealed = await asOwner(to.database, 'select 1 from public.testimonial_events where log_number is null')
	expect(unsealed).toEqual([])
})

it('the private links of both installations, and those that name no space, open, change and erase the same testimonial', async () => {
	const [row] = await asOwner<{ id: string }>(
		to.database,
		'select testimonial_id as id from private.former_receipt_tokens where token_hash = $1',
		[keyOfToken(world.tokens[1] ?? '')?.subarray(16)],
	)
	const id = row?.id ?? ''
	const linkOf = (token: string) => ({ 'receipt-token': token })
	const former = linkOf(world.tokens[1] ?? '')
	const present = linkOf(receiptTokenOf(to.deps.keys.secret, world.space_id, id))
	const earlier = [from, to].map(({ deps }) => linkOf(receiptSecretOf(deps.keys.secret, id)))
	const links = [former, present, ...earlier]
	expect(new Set(links.map((link) => link['receipt-token'])).size).toBe(4)
	const path = '/functions/v1/receipt'
	for (const link of links)
		expect(difference((await read(to, path, present)).body, (await read(to, path, link)).body)).toBe('')
	const change = await to.fetch(`${to.url}${path}`, {
		method: 'PATCH',
		headers: { ...former, 'content-type': 'application/json' },
		body: JSON.stringify({ withdrawn: true }),
	})
	expect(change.status).toBe(200)
	expect(JSON.parse((await read(to, path, present)).body).withdrawn_at).not.toBeNull()
	const erased = await to.fetch(`${to.url}${path}`, { method: 'DELETE', headers: former })
	expect(erased.status).toBeLessThan(300)
	for (const headers of links) expect((await read(to, path, headers)).status).toBe(404)
})

it('a proposal of the former installation is answered by its link, and the receipt is of the new one', async () => {
	const { id, token } = world.proposal
	const receipt = (method: string, body?: object) =>
		to.fetch(`${to.url}/functions/v1/receipt`, {
			method,
			headers: { 'receipt-token': token, 'content-type': 'application/json' },
			body: body ? JSON.stringify(body) : null,
		})
	expect(await (await receipt('GET')).json()).toMatchObject({ proposal: { id, body: 'Shorter words.' } })
	expect((await receipt('PATCH', { proposal: { id, answer: 'accepted' } })).status).toBe(200)
	expect(await (await receipt('GET')).json()).toMatchObject({ body: 'Shorter words.', proposal: null })
	while (await sealEntries(to.deps)) {
		// The next batch.
	}
	const file = buildReceipt(await createReceiptService(to.deps, () => undefined).proof(token), 'en')
	expect(verifyReceipt(file)).toMatchObject({ unsealed: 0, failed: null })
})
