import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendTestimonial } from '#test/support/product/proven-testimonial.ts'
import { createTestApp, type TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'
import { proofKeyOf } from './proof-key.ts'
import { sealEntries } from './seal-entries.ts'
import { verifyLog } from './verify-log.ts'

let app: TestApp
beforeAll(async () => {
	app = await createTestApp()
})
afterAll(() => app.close())

const run = (text: string, values: unknown[] = []) => asOwner(app.database, text, values)

test('an installation that was left alone holds, also after an erasure; each thing that was changed is named', async () => {
	const [sent, erased] = [await sendTestimonial(app), await sendTestimonial(app)]
	await sealEntries(app.deps)
	await sent.service.change(sent.token, () => ({ body: 'Other words.' }))
	await erased.service.erase(erased.token)
	await sealEntries(app.deps)
	const { id } = proofKeyOf(app.deps.keys)
	expect(await verifyLog(app.deps.db, id)).toEqual({ entries: 3, checkpoints: 2, keys: [id], problems: [] })

	/** Changes something behind the back of the program, checks, and changes it back. */
	const problemsAfter = async (change: string, undo: string) => {
		await run(`set session_replication_role = replica; ${change}`)
		const { problems } = await verifyLog(app.deps.db)
		await run(`set session_replication_role = replica; ${undo}`)
		return problems.join('\n')
	}
	const where = `where testimonial_id = '${sent.id}'`
	const event = (set: string, seq = 1) => `update public.testimonial_events set ${set} ${where} and seq = ${seq}`
	expect(
		await problemsAfter(event(`at = at + interval '1 microsecond'`), event(`at = at - interval '1 microsecond'`)),
	).toContain('Entry 1')
	expect(
		await problemsAfter(
			`update public.testimonials set body = 'Forged.' where id = '${sent.id}'`,
			`update public.testimonials set body = 'Other words.' where id = '${sent.id}'`,
		),
	).toContain('its words, author or consent were changed')
	expect(
		await problemsAfter(
			`update private.consents set wording = 'Forged.' ${where}`,
			`update private.consents set wording = null ${where}`,
		),
	).toContain('Entry 2')
	expect(
		await problemsAfter(
			`update private.consents set wording_hash = sha256(wording_hash) ${where}`,
			`update private.consents set wording_hash = private.hash_text('${sent.space.wording}') ${where}`,
		),
	).toContain('Entry 2')
	expect(await problemsAfter(event('seq = 9', 3), event('seq = 3', 9))).toContain('an entry before it is missing')
	expect(await problemsAfter(`update private.proof_log set leaf = sha256(leaf) where number = 4`, 'select')).toContain(
		'Checkpoint 1: entries of the log were changed',
	)
	expect(
		await problemsAfter(
			`update private.checkpoints set text = replace(text, 'number 2', 'number 3') where number = 2`,
			`update private.checkpoints set text = replace(text, 'number 3', 'number 2') where number = 2`,
		),
	).toContain('Checkpoint 2: its text is another one')
	expect(await problemsAfter(`delete from private.checkpoints where number = 1`, 'select')).toContain(
		'Checkpoint 2: a checkpoint before it is missing',
	)
})
