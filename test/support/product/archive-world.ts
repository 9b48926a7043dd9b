import { randomBytes, randomUUID } from 'node:crypto'
import { seedDemo, seedMany } from '#cli/seed/seed-demo.ts'
import { hashToken } from '#platform/keys/secret-token.ts'
import { sql } from '#platform/pg/sql.ts'
import { answerProposal, changeByReceipt, eraseByReceipt } from '#product/receipts/queries.ts'
import { receiptTokenOf } from '#product/receipts/receipt-token.ts'
import { keyOfToken } from '#product/spaces/space-token.ts'
import { createSpace, type SpaceFixture } from '#test/support/product/space-fixture.ts'
import type { TestApp } from '#test/support/test-app.ts'
import { asOwner } from '#test/support/test-database.ts'

export type ArchiveWorld = SpaceFixture & {
	ownerEmail: string
	/** Tokens of private links. */
	tokens: string[]
	/** Token of a personal link. */
	invitation: string
	formerSlug: string
	/** A proposal that waits for its submitter, and the token of their private link. */
	proposal: { id: string; token: string }
}

/** The beginning of a PNG, by which its type is known. */
const logo = Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1')

/** Many rows are arranged faster without what each of them sets off. */
const withoutTriggers = `quiet as materialized (select set_config('session_replication_role', 'replica', true))`

/**
 * A space with rows in every table of an archive: the demo, edits, proposals, an erased testimonial, former slugs and texts,
 * answers, invitations, and `more` published testimonials of which each `photoEvery`th has a photo.
 */
export async function createArchiveWorld(app: TestApp, more = 0, photoEvery = 1): Promise<ArchiveWorld> {
	const { deps, database } = app
	const run = <Row extends object>(text: string, values: unknown[] = []) => asOwner<Row>(database, text, values)
	const space = await createSpace(database, 'Fernhill Pottery')
	const { space_id, form_id, slug } = space
	const ownerEmail = `${slug}@example.test`
	await run('update auth.users set email_confirmed_at = now() where id = $1', [space.owner])
	await seedDemo(deps, space, { role: 'authenticated', sub: space.owner })
	const [brand] = await run<{ version: string }>(
		`insert into storage.objects (bucket_id, name, version, metadata) values ('brand', $1, $2, $3) returning version`,
		[
			`${space_id}/logo ünï.png`,
			(await deps.files.put([logo], logo.length)).version,
			{ size: logo.length, mimetype: 'image/png' },
		],
	)
	await run(`update public.spaces set brand = brand || jsonb_build_object('logo_path', $2::text) where id = $1`, [
		space_id,
		brand ? `${space_id}/logo ünï.png` : null,
	])
	const font = `${space_id}/${randomUUID()}.woff2`
	await run(`insert into storage.objects (bucket_id, name, version, metadata) values ('brand', $1, $2, $3)`, [
		font,
		(await deps.files.put([Buffer.from('wOF2')], 9)).version,
		{ size: 4, mimetype: 'font/woff2' },
	])
	await run(`update public.spaces set brand = brand || jsonb_build_object('font_path', $2::text) where id = $1`, [
		space_id,
		font,
	])
	await addVersions(app, space_id)
	const proposal = await addProposals(app, space)
	await run(
		`insert into public.testimonial_notes (space_id, testimonial_id, author, body, edited_at)
		select t.space_id, t.id, $2, 'Ask "Ines" first.', now() from public.testimonials t where t.space_id = $1 order by t.id limit 2`,
		[space_id, space.owner],
	)
	await run(
		`update public.forms set consent_text = consent_text || ' Thank you.', slug = slug || '-new' where id = $1`,
		[form_id],
	)
	await addInvitations(app, space)
	await run(`insert into public.notification_settings (space_id, user_id, new_testimonial) values ($1, $2, 'daily')`, [
		space_id,
		space.owner,
	])
	await run(`insert into public.space_events (space_id, kind, detail) values ($1, 'exported', '{"rows": 1.50}')`, [
		space_id,
	])
	await addOwnWords(run, space_id)
	if (more > 0) {
		await seedMany(deps, space, more)
		await addPhotos(app, space_id, photoEvery)
	}
	await run(
		`with ${withoutTriggers}
		insert into public.testimonial_answers (space_id, testimonial_id, question_id, label, value, is_public, position)
		select t.space_id, t.id, q.id, q.label, 'A bowl, "blue", and ' || t.author_name, true, 0
		from quiet, public.testimonials t, public.form_questions q where t.space_id = $1 and q.form_id = $2`,
		[space_id, form_id],
	)
	await run(
		`with ${withoutTriggers}
		insert into public.testimonial_tags (space_id, testimonial_id, tag_id)
		select t.space_id, t.id, g.id from quiet, public.testimonials t, public.tags g
		where t.space_id = $1 and g.space_id = $1 and hashtext(t.id::text || g.id) % 3 = 0 on conflict do nothing`,
		[space_id],
	)
	await run(
		`insert into public.wall_items (space_id, wall_id, testimonial_id, position)
		select $1, $2, t.id, row_number() over (order by t.id) from public.testimonials t where t.space_id = $1 limit 20`,
		[space_id, space.wall_id],
	)
	// The writes of the triggers that were left out.
	await run('delete from private.shown_items where space_id = $1', [space_id])
	await run(
		`insert into private.shown_items (space_id, testimonial_id, item)
		select s.space_id, s.id, private.wall_item(s) from private.shown_testimonials s where s.space_id = $1`,
		[space_id],
	)
	// The last one is erased: a text, so that the one video of the demo stays.
	const receipts = await run<{ id: string }>(
		`select r.testimonial_id as id from private.receipts r join public.testimonials t on t.id = r.testimonial_id
		where t.space_id = $1 order by t.kind = 'text', t.id`,
		[space_id],
	)
	const tokens = receipts.map(({ id }) => receiptTokenOf(deps.keys.secret, space_id, id))
	const erased = tokens.pop() ?? ''
	await deps.db.as({ role: 'anon' }, (tx) => tx.final(eraseByReceipt(keyOf(erased))))
	const [token] = await run<{ token: string }>(`select note as token from public.invitations where space_id = $1`, [
		space_id,
	])
	return {
		...space,
		slug: `${slug}-new`,
		formerSlug: slug,
		ownerEmail,
		tokens,
		invitation: token?.token ?? '',
		proposal,
	}
}

async function addVersions({ deps, database }: TestApp, space: string): Promise<void> {
	const rows = await asOwner<{ id: string }>(
		database,
		`select r.testimonial_id as id from private.receipts r join public.testimonials t on t.id = r.testimonial_id
		where t.space_id = $1 and t.kind = 'text' order by t.id limit 3`,
		[space],
	)
	for (const { id } of rows) {
		const token = keyOf(receiptTokenOf(deps.keys.secret, space, id))
		const change = {
			title: 'A bowl, "blue"',
			body: '=SUM(A1) is what I wrote, in other words:\n"better"\u2028than before 🫖',
			rating: 4,
		}
		await deps.db.as({ role: 'anon' }, (tx) => tx.final(changeByReceipt(token, change, null)))
	}
}

/** Proposes other words to two submitters, of whom the second one refused. */
async function addProposals({ deps, database }: TestApp, { space_id, owner }: SpaceFixture) {
	const rows = await asOwner<{ id: string }>(
		database,
		`select r.testimonial_id as id from private.receipts r join public.testimonials t on t.id = r.testimonial_id
		where t.space_id = $1 and t.kind = 'text' and t.status = 'approved' order by t.id limit 2`,
		[space_id],
	)
	const made: ArchiveWorld['proposal'][] = []
	for (const { id: testimonial } of rows) {
		const [proposal] = await deps.db.as({ role: 'authenticated', sub: owner }, (tx) =>
			tx.final<{ id: string }>(sql`select public.propose_change(${testimonial}, 'Shorter words.', 'Too long?') as id`),
		)
		made.push({ id: proposal?.id ?? '', token: receiptTokenOf(deps.keys.secret, space_id, testimonial) })
	}
	const [waiting, refused] = made
	if (!waiting || !refused) throw new Error('the demo has too few approved testimonials')
	await deps.db.as({ role: 'anon' }, (tx) => tx.final(answerProposal(keyOf(refused.token), refused.id, false)))
	return waiting
}

async function addInvitations({ database }: TestApp, { space_id, form_id }: SpaceFixture): Promise<void> {
	const token = randomBytes(32).toString('base64url')
	const batch = randomUUID()
	const run = (text: string, values: unknown[]) => asOwner(database, text, values)
	await run(
		`insert into private.invitation_batches (id, space_id, form_id, subject, message, created_by)
		select $1, $2, $3, 'How was it?', 'Hello {name}', m.user_id from public.space_members m where m.space_id = $2`,
		[batch, space_id, form_id],
	)
	const invitation = randomUUID()
	await run(
		`insert into public.invitations (id, space_id, form_id, batch_id, email, name, note, state, sent_at, expires_at)
		values ($1, $2, $3, $4, 'otto@harbour.example', 'Otto', $5, 'sent', now(), now() + interval '30 days')`,
		[invitation, space_id, form_id, batch, token],
	)
	await run('insert into private.invitation_tokens (space_id, invitation_id, token_hash) values ($1, $2, $3)', [
		space_id,
		invitation,
		hashToken(token),
	])
	await run(
		`insert into private.declined_addresses (space_id, address_hash) values ($1, private.address_hash($1, 'no@harbour.example'))`,
		[space_id],
	)
	await run('insert into private.erased_invitations (space_id, address_hash) values ($1, $2)', [
		space_id,
		randomBytes(32),
	])
}

/** Gives testimonials without media a small photo each, with bytes of its own. */
async function addPhotos({ deps, database }: TestApp, space: string, every: number): Promise<void> {
	const rows = await asOwner<{ id: string }>(
		database,
		`select t.id from public.testimonials t where t.space_id = $1
			and not exists (select from public.media m where m.testimonial_id = t.id) order by t.id`,
		[space],
	)
	const chosen = rows.filter((_, at) => at % every === 0)
	for (let from = 0; from < chosen.length; from += 100) {
		const photos = await Promise.all(
			chosen.slice(from, from + 100).map(async ({ id }) => {
				const photo = randomUUID()
				const { version, size } = await deps.files.put([randomBytes(2000)], 2000)
				const path = `${space}/${id}/${photo}.jpg`
				return { id, photo, path, version, metadata: { size, mimetype: 'image/jpeg', eTag: `"${version}"` } }
			}),
		)
		await asOwner(
			database,
			`with ${withoutTriggers}, given as (select * from jsonb_to_recordset($2::jsonb) as g(id uuid, photo uuid, path text, version text, metadata jsonb)),
			stored as (insert into storage.objects (bucket_id, name, version, metadata) select 'photos', path, version, metadata from given)
			insert into public.media (id, space_id, testimonial_id, kind, path, mime, bytes, width, height, state)
			select photo, $1, id, 'photo', path, 'image/jpeg', 2000, 640, 480, 'ready' from quiet, given`,
			[space, JSON.stringify(photos)],
		)
	}
}

function keyOf(token: string): Buffer {
	const key = keyOfToken(token)
	if (!key) throw new Error('that is no token of a private link')
	return key
}

/** The space's own words of mails. */
async function addOwnWords(run: (text: string, values: unknown[]) => Promise<unknown>, space: string): Promise<void> {
	await run(`insert into public.customer_mails_off (space_id, mail) values ($1, 'published')`, [space])
	await run(
		`insert into public.customer_mail_texts (space_id, mail, locale, subject, body)
		values ($1, 'received', 'de', 'Danke, {name}', E'Danke.\n\n{link}')`,
		[space],
	)
	await run(
		`insert into public.invitation_templates (space_id, name, subject, message)
		values ($1, 'After a course', 'How was it?', 'Tell us, {name}.')`,
		[space],
	)
}
