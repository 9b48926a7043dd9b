import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { schemaFolder } from '#platform/pg/engine/open-database.ts'

/**
 * Functions edited since the baseline, such as `public.create_space`, which the comparisons omit. Each later edit of a
 * function must be added here.
 */
export const editedSince: readonly string[] = [
	'private.add_event',
	'private.attach_files',
	'private.change_by_receipt',
	'private.erase_by_receipt',
	'private.event_hash',
	'private.follow_media',
	'private.forget_old',
	'private.is_public_photo',
	'private.keep_consent',
	'private.read_receipt',
	'private.receipt_mail',
	'private.record_testimonial',
	'private.remove_files',
	'private.remove_files_of_deleted',
	'private.submit_testimonial',
	'private.tell_space_changed',
	'private.wall_item',
	'private.walls_showing',
	'public.create_space',
	'public.public_wall',
	'public.vouch_testimonial',
	'realtime.record_change',
]

/** Functions added since the baseline: the copy of the baseline is without them, as they may need tables of later migrations. */
const addedSince: readonly string[] = [
	'plaudit.wake_workers',
	'private.add_checkpoint',
	'private.add_import_rows',
	'private.add_notification_items',
	'private.add_space_event',
	'private.add_testimonial',
	'private.add_verification',
	'private.address_hash',
	'private.address_use',
	'private.answer_invitation',
	'private.answer_proposal',
	'private.archive_clashes',
	'private.archive_columns',
	'private.archive_condition',
	'private.archive_files',
	'private.archive_members',
	'private.archive_people',
	'private.archive_tables',
	'private.apply_retention',
	'private.attach_recording',
	'private.author_text',
	'private.broken_entries',
	'private.begin_export',
	'private.check_time_zone',
	'private.checkpoints_after',
	'private.choose_notifications',
	'private.claim_import',
	'private.claim_invitation_mails',
	'private.claim_notification_mails',
	'private.commitment',
	'private.commitment_text',
	'private.confirm_address',
	'private.consent_text',
	'private.count_address',
	'private.count_space_event',
	'private.create_notification_mails',
	'private.decline_address',
	'private.decline_invitation',
	'private.delete_invitation',
	'private.end_invitations_of_member',
	'private.entry_text',
	'private.erase_invitation',
	'private.erase_testimonials',
	'private.expire_invitations',
	'private.export_person',
	'private.feed_items',
	'private.fill_form_texts',
	'private.find_invitation',
	'private.find_order',
	'private.finish_export',
	'private.finish_import',
	'private.finish_notification_mail',
	'private.finish_restore',
	'private.follow_approval',
	'private.follow_captions',
	'private.forget_exports',
	'private.forget_imports',
	'private.forget_reply_address',
	'private.forget_uploads',
	'private.former_entry_text',
	'private.has_notifications_due',
	'private.import_rows_naming',
	'private.import_to_mend',
	'private.import_wording',
	'private.insert_imported',
	'private.invitation_limits',
	'private.invitation_mailbox',
	'private.invitation_queue_capacity',
	'private.invitation_to_change',
	'private.is_shown_by',
	'private.is_statement_used',
	'private.last_checkpoint',
	'private.kept_until',
	'private.lock_member_invitation',
	'private.lock_upload',
	'private.mailbox_of',
	'private.mark_added_member',
	'private.mask_address',
	'private.member_invitation_mail',
	'private.member_invitation_state',
	'private.mend_import_row',
	'private.move_digests',
	'private.new_secret',
	'private.never_approved',
	'private.next_digest',
	'private.next_import_picture',
	'private.normalize_address',
	'private.note_export',
	'private.note_person',
	'private.notification_mail',
	'private.number_entries',
	'private.open_archive_table',
	'private.open_invitation',
	'private.open_upload',
	'private.owned_member_invitation',
	'private.proof_checkpoints',
	'private.proof_entries',
	'private.proposal_mail',
	'private.person_address',
	'private.person_mentions',
	'private.person_rows',
	'private.person_summary',
	'private.person_testimonial',
	'private.public_captions',
	'private.public_proof',
	'private.published_mail',
	'private.punycode',
	'private.purge_spam',
	'private.queue_invitations',
	'private.queue_member_invitation_mail',
	'private.queue_published_mail',
	'private.read_notification_choice',
	'private.read_submitter_mails',
	'private.receipt_proof',
	'private.receipt_of',
	'private.received_mail',
	'private.record_bounce',
	'private.record_embeds',
	'private.record_export',
	'private.record_invitation_mail',
	'private.record_member_invitation_mail',
	'private.record_retention',
	'private.recording_to_change',
	'private.remove_export_file',
	'private.remove_exports',
	'private.remove_import_file',
	'private.remove_imported',
	'private.remove_recording',
	'private.remove_versions',
	'private.replace_recording',
	'private.require_open_member_invitation',
	'private.restore_files',
	'private.restore_members',
	'private.restore_rows',
	'private.require_owner',
	'private.rotate_order_key',
	'private.settle_invitation_mails',
	'private.shown_captions',
	'private.signup_invitation',
	'private.space_of_slug',
	'private.spend_proof',
	'private.sitemap_sizes',
	'private.sitemap_testimonials',
	'private.sitemap_walls',
	'private.start_import',
	'private.stop_submitter_mails',
	'private.store_captions',
	'private.store_import_picture',
	'private.store_invitation_tokens',
	'private.store_member_invitation_token',
	'private.take_invitation_budget',
	'private.take_mail_budget',
	'private.take_mailbox_budgets',
	'private.testimonial_page',
	'private.tidy_line',
	'private.upload_to_send',
	'private.words_text',
	'public.accept_member_invitation',
	'public.cancel_invitation',
	'public.cancel_proposal',
	'public.choose_cover',
	'public.choose_quote',
	'public.decline_member_invitation',
	'public.duplicate_form',
	'public.erase_invitation',
	'public.export_sizes',
	'public.space_numbers',
	'private.count_daily_views',
	'public.erase_person',
	'public.erase_testimonial',
	'public.find_people',
	'public.find_person',
	'public.form_texts',
	'public.hand_over_space',
	'public.import_state',
	'public.invitation_progress',
	'public.invite_customers',
	'public.invite_member',
	'public.known_recipients',
	'public.make_export',
	'public.mail_private_pages',
	'public.merge_tags',
	'public.member_addresses',
	'public.member_invitation',
	'public.my_records',
	'public.order_key_made_at',
	'public.propose_change',
	'public.purge_spam',
	'public.remind_invitation',
	'public.remove_export',
	'public.resend_member_invitation',
	'public.retention_preview',
	'public.retry_recording',
	'public.revoke_member_invitation',
	'public.send_test_notification',
	'public.undo_import',
]

/** Copies db/ without the migrations after the baseline, and without the functions that were added since. */
export async function copyBaseline(folder: string): Promise<void> {
	await cp(schemaFolder, folder, { recursive: true })
	await rm(join(folder, 'migrations'), { recursive: true })
	await mkdir(join(folder, 'migrations'))
	await Promise.all(addedSince.map((name) => rm(join(folder, 'functions', `${name.replace('.', '/')}.sql`))))
}

/** The migrations before the baseline in order, each after a line with its name. */
const fixture = new URL('old-numbering.sql.gz', import.meta.url)

const history = `create schema plaudit;
	create table plaudit.migrations
		(name text primary key, checksum text not null, applied_at timestamptz not null default now())`

/**
 * Creates a database in the state of a version with the old numbering.
 * @param most number of its 60 migrations that were applied
 */
export async function applyOldNumbering(owner: pg.ClientConfig, most = 60): Promise<void> {
	const text = gunzipSync(await readFile(fixture)).toString()
	const files = text
		.split(/^-- === /m)
		.slice(1, most + 1)
		.map((file) => {
			const end = file.indexOf('\n')
			return { name: file.slice(0, end), sql: file.slice(end + 1) }
		})
	const client = new pg.Client(owner)
	await client.connect()
	await client.query(history)
	for (const { name, sql } of files) {
		await client.query(`begin;\n${sql}\n;commit`)
		const checksum = createHash('sha256').update(sql).digest('hex')
		await client.query('insert into plaudit.migrations (name, checksum) values ($1, $2)', [name, checksum])
	}
	await client.end()
}
