import { afterAll, beforeAll, expect, it } from 'vitest'
import { asOwner, createTestDatabase, type TestDatabase } from '#test/support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Tables of the product that are not in an archive, and why. */
const leftOut: Record<string, string> = {
	'public.profiles': 'accounts belong to the installation; members.jsonl names those of the space',
	'public.space_members': 'members.jsonl: found by address',
	'public.member_invitations': 'its link is derived from the secret of the installation: members are invited again',
	'private.member_invitation_tokens': 'as the invitations',
	'private.made_spaces': 'counts against the account that owns the space here',
	'private.limits': 'settings of the operator',
	'private.space_limits': 'settings of the operator',
	'private.order_keys': 'derived from the secret of the installation',
	'public.saved_views': 'ways to look at the inbox, which name forms, tags and accounts of this installation',
	'public.wall_drafts': 'changes that nobody has published',
	'public.wall_versions': 'begins again with what the walls show',
	'public.form_drafts': 'changes that nobody has published',
	'public.form_versions': 'begins again with what the forms show',
	'public.archive_imports': 'archives that a person brings, not rows of a space',
	'public.exports': 'files that are made again',
	'public.wall_embeds': 'seen again with the next view, within a day',
	'private.shown_items': 'derived: finish_restore',
	'private.testimonial_words': 'derived: written with the testimonials',
	'private.search_words': 'derived: written with the testimonials',
	'private.unindexed_testimonials': 'derived: testimonials are indexed as they are restored',
	'private.unindexed_spaces': 'derived: testimonials are indexed as they are restored',
	'private.dotless_spaces': 'derived: testimonials are indexed as they are restored',
	'private.consents': 'as public.consents, with the whole wordings',
	'private.consent_wordings': 'as public.consents',
	'private.unshared_wordings': 'derived: finish_restore',
	'private.count_changes': 'derived: counted as the rows are restored',
	'private.part_changes': 'derived: counted as the rows are restored',
	'private.testimonial_counts': 'derived: counted as the rows are restored',
	'private.daily_counts': 'derived: counted as the rows are restored',
	'private.part_counts': 'derived: counted as the rows are restored',
	'private.uncounted_spaces': 'derived: counted as the rows are restored',
	'private.count_checks': 'derived: counted as the rows are restored',
	'private.testimonial_hashes': 'derived: written with the testimonials',
	'private.form_pressure': 'counts of the current hours',
	'private.address_budgets': 'counts of the current hours',
	'private.space_budgets': 'counts of the current hours',
	'private.landing_choice': 'belongs to the installation',
	'private.daily_views': 'counts of visits to the addresses of this installation',
	'private.page_views': 'counts of the whole installation, by path',
	'private.notification_events': 'mails that wait belong to the installation',
	'private.notification_mails': 'mails that wait belong to the installation',
	'private.notification_items': 'mails that wait belong to the installation',
	'public.api_keys': 'an owner makes keys for the programs of this installation',
	'private.api_key_hashes': 'as the keys',
	'public.api_key_uses': 'as the keys',
	'public.customer_events': 'systems of the firm send them to this installation, where they wait for days',
	'public.webhooks': 'an owner connects the programs of this installation',
	'private.webhook_secrets': 'as the webhooks',
	'private.webhook_queues': 'as the webhooks',
	'private.webhook_events': 'as the webhooks',
	'public.webhook_deliveries': 'as the webhooks',
	'private.invitation_mails': 'mails that wait belong to the installation',
	'private.invitation_queues': 'mails that wait belong to the installation',
	'public.bulk_jobs': 'undone within minutes where they were asked for',
	'private.bulk_items': 'as the bulk actions',
	'public.imports': 'undone and mended where they were made',
	'public.import_rows': 'as the imports; rows that were not added are kept for 30 days',
	'private.import_ids': 'as the imports, which tell by them whether a row is here',
	'private.import_pictures': 'pictures that are still to be fetched',
	'private.proof_log':
		'the log of the installation: the new one seals the entries again, and receipts hold their own paths',
	'private.proof_keys': 'as the log',
	'private.checkpoints': 'as the log',
	'private.spent_proofs': 'for minutes',
	'private.erased': 'hashes under keys of this installation',
	'private.erased_keys': 'as the hashes',
	'private.recording_uploads': 'uploads that were not sent, for a day',
}

it('every table is in the archive, or there is a reason why not', async () => {
	const rows = await asOwner<{ name: string; is_archived: boolean }>(
		database,
		`select format('%s.%s', schemaname, tablename) as name,
			exists (select from private.archive_tables() t where t.name = format('%s.%s', schemaname, tablename)) as is_archived
		from pg_tables where schemaname in ('public', 'private') order by 1`,
	)
	const unknown = rows.filter(({ name, is_archived }) => is_archived === name in leftOut).map(({ name }) => name)
	// Add a table of a space to db/functions/private/archive/archive_tables.sql, or to the list above.
	expect(unknown).toEqual([])
	const names = rows.map(({ name }) => name)
	expect(Object.keys(leftOut).filter((name) => !names.includes(name))).toEqual([])
})

it('the rows of every table are read by an index, in an order of their own', async () => {
	const tables = await asOwner<{ name: string; sorted: string[]; key: string; unique: boolean }>(
		database,
		`select t.name, t.sorted, t.key, exists (
			select from pg_index i where i.indrelid = coalesce(v.base, t.name)::regclass and i.indisunique
				and (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = i.indrelid and a.attnum = any (i.indkey))
					<@ (t.sorted || t.key)) as unique
		from private.archive_tables() t left join (values ('public.consents', 'private.consents')) v (name, base) on v.name = t.name`,
	)
	expect(tables.filter(({ unique }) => !unique).map(({ name }) => name)).toEqual([])
})

/** Triggers that may run while an archive is restored, and why they change nothing of its rows. */
const harmless: Record<string, string> = {
	tell_changed: 'notifies caches',
	index_words: 'writes the words of the rows for the search',
	tell_changed_of_new: 'notifies caches',
	count_added: 'notes the rows in the counts',
	tell_approved: 'notifies caches',
	fill_space: 'only for rows without a space',
	fill_form_texts: 'only for forms without texts',
	claim_wall_slug: 'checks the slug',
	keep_wall_version: 'begins the history of the wall',
	keep_form_version: 'begins the history of the form',
	hold_addresses_of_new: 'checks the limit of slugs',
	write_consent: 'writes the row to private.consents, whose triggers are checked as well',
	complete_testimonial: 'not for product_door',
	realtime_changes: 'realtime.record_change returns at once',
	note_webhooks_added: 'private.note_webhook_events returns at once',
	record_key_tag: 'only for keys, which load no archive',
}

it('no trigger changes a restored row or does what its first insert did', async () => {
	const triggers = await asOwner<{ name: string; table: string }>(
		database,
		`select g.tgname as name, t.name as table from (select name from private.archive_tables() union all select 'private.consents') t
		join pg_trigger g on g.tgrelid = t.name::regclass
		where not g.tgisinternal and g.tgtype & 4 = 4
			and pg_get_triggerdef(g.oid) !~ 'plaudit\\.(restoring|first_events)'
		order by 1, 2`,
	)
	// Give a trigger the condition of those in db/migrations/0011_archive.sql, or list it above.
	expect(triggers.filter(({ name }) => !(name in harmless))).toEqual([])
})
