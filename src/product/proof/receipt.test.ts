import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Proven, sendTestimonial } from '#test/support/product/proven-testimonial.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { parseCheckpoint } from './checkpoint-text.ts'
import { proofKeyOf } from './proof-key.ts'
import type { ReceiptFile } from './receipt-file.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyReceipt } from './verify-receipt.ts'

let app: TestApp
let sent: Proven
beforeAll(async () => {
	app = await createTestApp()
})
beforeEach(async () => {
	sent = await sendTestimonial(app, { body: 'Sechs Wochen später: vier Schalen “für jeden Tag” 🙂\n\nEhrlich.' })
})
afterAll(() => app.close())

const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(app.database, text, values)
const seal = async () => {
	while (await sealEntries(app.deps)) {
		// Until nothing is new.
	}
}
const decide = (status: string) => run('update public.testimonials set status = $2 where id = $1', [sent.id, status])

test('a receipt holds from the first second, and says that its entries are not sealed yet', async () => {
	const file = await sent.receipt()
	expect(verifyReceipt(file)).toMatchObject({ testimonial: sent.id, entries: 2, unsealed: 2, failed: null })
	expect(file.words).toEqual({ body: 'Sechs Wochen später: vier Schalen “für jeden Tag” 🙂\n\nEhrlich.', rating: 5 })
	expect(file.author).toMatchObject({ name: 'Ines Castellanos' })
})

test('a sealed receipt holds for edits, consents and decisions, with the instance’s key alone', async () => {
	await decide('approved')
	await sent.service.change(sent.token, () => ({ body: 'Other words.', rating: 3 }))
	await seal()
	await decide('approved')
	await sent.service.change(sent.token, () => ({ consent: { scope: 'anonymous', wording: sent.space.wording } }))
	await seal()
	const file = await sent.receipt()
	const { id, pem } = proofKeyOf(app.deps.keys)
	const found = verifyReceipt(file, id)
	expect(found).toMatchObject({ unsealed: 0, instances: [app.url], keys: [id], failed: null })
	expect(found.entries).toBeGreaterThanOrEqual(6)
	expect(file.checkpoints).toHaveLength(2)
	expect(file.words).toEqual({ body: 'Other words.', rating: 3 })
	expect(file.keys).toEqual({ [id]: pem })
	const answer = await app.fetch(`${app.url}/.well-known/plaudit-proof.pem`)
	expect(await answer.text()).toBe(pem)
	expect(verifyReceipt(file, '0'.repeat(64)).failed).toMatchObject({ step: 'signature' })
})

test('a receipt holds for a title, which is part of the words, and without one it reads as before there were titles', async () => {
	const titled = await sendTestimonial(app, {})
	await run("update public.forms set title_rule = 'optional' where space_id = $1", [titled.space.space_id])
	await titled.service.change(titled.token, () => ({ title: 'Four bowls' }))
	await seal()
	const file = await titled.receipt()
	expect(verifyReceipt(file)).toMatchObject({ unsealed: 0, failed: null })
	expect(file.words).toMatchObject({ title: 'Four bowls', rating: 5 })
	const forged = { ...file, words: { body: file.words?.body ?? '', rating: 5, title: 'Five bowls' } }
	expect(verifyReceipt(forged).failed).toMatchObject({ step: 'words' })
	await titled.service.change(titled.token, () => ({ title: null }))
	const { words } = await titled.receipt()
	expect(words).toEqual({ body: file.words?.body, rating: 5 })
})

test('the text of an entry holds no word, name or id of a person', async () => {
	await decide('approved')
	const file = await sent.receipt()
	const texts = file.entries.map(({ text }) => text).join('')
	expect(texts).toContain('kind submitted\nby submitter')
	for (const personal of ['Ines', 'Schalen', 'Ehrlich', sent.space.owner, sent.space.wording])
		expect(texts).not.toContain(personal)
	expect(JSON.stringify(file)).not.toContain(sent.space.owner)
})

/** Every string, number and null in the file, with a function that puts another value in its place. */
function* leavesOf(value: unknown, path: string[] = []): Generator<{ path: string[]; value: unknown }> {
	if (value === null || typeof value !== 'object') yield { path, value }
	else for (const [name, inner] of Object.entries(value)) yield* leavesOf(inner, [...path, name])
}

function changed(file: ReceiptFile, path: string[], value: unknown): ReceiptFile {
	const copy = structuredClone(file)
	const parent = path.slice(0, -1).reduce<Record<string, unknown>>((at, name) => at[name] as never, copy as never)
	parent[path.at(-1) ?? ''] = value
	return copy
}

test('a receipt with any value changed by one character is refused', async () => {
	await decide('approved')
	await sent.service.change(sent.token, () => ({ body: 'Other words.' }))
	await sendTestimonial(app)
	await seal()
	const file = await sent.receipt()
	expect(verifyReceipt(file).failed).toBeNull()
	let tried = 0
	for (const { path, value } of leavesOf(file)) {
		const others: unknown[] =
			typeof value === 'string'
				? [...new Set([0, value.length >> 1, value.length - 1])].map((at) => flip(value, at))
				: typeof value === 'number'
					? [value + 1]
					: ['x']
		for (const other of others) {
			tried++
			expect(verifyReceipt(changed(file, path, other)).failed, path.join('.')).not.toBeNull()
		}
	}
	expect(tried).toBeGreaterThan(150)
	for (const without of ['entries', 'checkpoints', 'steps', 'words', 'keys']) {
		const { [without]: _, ...rest } = file as Record<string, unknown>
		expect(verifyReceipt(rest).failed, without).not.toBeNull()
	}
	for (let at = 0; at < file.entries.length - 1; at++)
		expect(verifyReceipt({ ...file, entries: file.entries.toSpliced(at, 1) }).failed).not.toBeNull()
})

test('a file in which any one byte was changed is refused, or says the same', async () => {
	await decide('approved')
	await sendTestimonial(app)
	await seal()
	const file = await sent.receipt()
	const text = JSON.stringify(file, null, '\t')
	fc.assert(
		fc.property(fc.nat(text.length - 1), fc.integer({ min: 0x20, max: 0x7e }), (at, code) => {
			const bytes = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`
			const read = readJson(bytes)
			if (read === undefined || isDeepStrictEqual(read, file)) return
			expect(verifyReceipt(read).failed, bytes.slice(Math.max(0, at - 40), at + 40)).not.toBeNull()
		}),
		{ numRuns: 1500 },
	)
})

function readJson(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return undefined
	}
}

const flip = (text: string, at: number) => `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`

test('a stranger checks a receipt by its own steps, with openssl alone', async () => {
	await decide('approved')
	await sendTestimonial(app)
	await seal()
	await decide('archived')
	await sendTestimonial(app)
	await seal()
	const file = await sent.receipt()
	expect(file.steps.map(({ step }) => step.split(' ')[0])).toEqual(['1.', '2.', '3.', '4.'])
	const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
	const shell = (command: string) => execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' })
	try {
		for (const { run: command, prints } of file.steps.flatMap(({ commands }) => commands)) {
			expect(command).not.toMatch(/["\\]/)
			expect(shell(command).trim()).toBe(prints ?? '')
		}
		// As docs/verification.md pipes them into a shell.
		const commands = file.steps.flatMap(({ commands }) => commands)
		const all = execFileSync('sh', [], {
			cwd: folder,
			encoding: 'utf8',
			input: commands.map(({ run: command }) => `${command}\n`).join(''),
		})
		expect(all.trim().split('\n')).toEqual(commands.flatMap(({ prints }) => prints ?? []))
		const written = (name: string) => readFileSync(join(folder, name), 'utf8')
		// The value that a person compares by eye.
		const first = shell('openssl dgst -sha256 -r content-1.txt').slice(0, 64)
		expect(written('entry-1.txt')).toContain(`content ${first}\n`)
		expect(written('content-1.txt')).toContain('Sechs Wochen später: vier Schalen “für jeden Tag” 🙂')
		expect(written('entry-2.txt')).toContain(`previous ${shell('openssl dgst -sha256 -r entry-1.txt').slice(0, 64)}\n`)
		const roots = file.steps[2]?.commands.flatMap(({ prints }) => (prints ? [prints.split('=')[1] ?? ''] : []))
		const stated = file.checkpoints.map(({ text }) => parseCheckpoint(text)?.root)
		expect(roots).toHaveLength(file.entries.length)
		for (const root of roots ?? []) expect(stated).toContain(root)
	} finally {
		rmSync(folder, { recursive: true })
	}
})

test('entries of format 1 are sealed and hold, and the ids of members in them are left out', async () => {
	await run('delete from public.testimonial_events where testimonial_id = $1', [sent.id])
	await run(
		`with first as (select private.event_hash(null, $1, 1, 'submitted', 'submitter', '2026-05-01 10:00:00.123456Z', '{"rating": 5}') as hash)
		insert into public.testimonial_events (space_id, testimonial_id, seq, kind, actor, at, detail, previous_hash, hash)
		select $2::uuid, $1::uuid, 1, 'submitted', 'submitter', timestamptz '2026-05-01 10:00:00.123456Z', jsonb '{"rating": 5}', null, f.hash from first f
		union all
		select $2, $1, 2, 'approved', $3, '2026-05-02 10:00Z', '{}', f.hash,
			private.event_hash(f.hash, $1, 2, 'approved', $3, '2026-05-02 10:00Z', '{}') from first f`,
		[sent.id, sent.space.space_id, sent.space.owner],
	)
	await sent.service.change(sent.token, () => ({ body: 'New words in the new format.' }))
	await seal()
	const file = await sent.receipt()
	expect(file.entries[1]?.text).toBeNull()
	expect(JSON.stringify(file)).not.toContain(sent.space.owner)
	expect(verifyReceipt(file)).toMatchObject({ entries: file.entries.length, unsealed: 0, failed: null })
})

test('two nodes that seal at once make one checkpoint of the same entries, and the next one follows it', async () => {
	await seal()
	await sendTestimonial(app)
	const other = await createTestApp({}, app.database)
	try {
		const before = await run<{ n: number }>('select count(*)::int as n from private.checkpoints')
		const made = await Promise.all([app, other, app, other].map(({ deps }) => sealEntries(deps)))
		expect(made.filter(Boolean)).toHaveLength(1)
		const after = await run<{ n: number }>('select count(*)::int as n from private.checkpoints')
		expect(after[0]?.n).toBe((before[0]?.n ?? 0) + 1)
		const broken = await run(
			`select c.number from private.checkpoints c left join private.checkpoints b on b.number = c.number - 1
			where c.previous is distinct from private.hash_text(b.text) or c.first_entry <> coalesce(b.last_entry, 0) + 1`,
		)
		expect(broken).toEqual([])
	} finally {
		await other.close()
	}
})

test('an erased testimonial leaves the log, the checkpoints and earlier receipts valid, and none of its content', async () => {
	const neighbour = await sendTestimonial(app)
	await seal()
	const kept = await sent.receipt()
	await sent.service.erase(sent.token)
	await seal()
	expect(verifyReceipt(kept).failed).toBeNull()
	expect(verifyReceipt(await neighbour.receipt())).toMatchObject({ unsealed: 0, failed: null })
	await expect(sent.proof()).rejects.toThrow('was erased')
	const [log] = await run<{ n: number; text: string }>(
		`select count(*)::int as n, (select string_agg(c.text, '') from private.checkpoints c) as text from private.proof_log`,
	)
	expect(log?.n).toBeGreaterThanOrEqual(4)
	expect(log?.text).not.toContain(sent.id)
	expect(await run('select from public.testimonial_events where testimonial_id = $1', [sent.id])).toEqual([])
})
