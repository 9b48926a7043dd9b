/** Where requests to rest/v1 name their space. */
export const spaceKeys = { column: 'space_id', table: 'spaces' }

/**
 * Where a transaction belongs that is about no one space:
 * - `one place`: the server that all shards share;
 * - `directory`: what is named by a slug, an id or the hash of a secret, which a directory leads from to the shard;
 * - `each shard`: work over all spaces of a server, done by a node that is connected to it.
 */
type Place = 'one place' | 'directory' | 'each shard'

type Unkeyed = { place: Place; reason: string; names: readonly string[] }

/** Services whose transactions name no space. */
export const rolesWithoutSpace: readonly Unkeyed[] = [
	{ place: 'one place', reason: 'accounts, sessions, keys, operators and their limits', names: ['auth_service'] },
	{ place: 'one place', reason: 'buckets, and uploads through storage/v1', names: ['storage_service'] },
	{ place: 'each shard', reason: 'live changes are read from the outbox of the server', names: ['realtime_service'] },
]

/**
 * Functions and tables of transactions that name no space. `rest/v1` stands for its statements about tables: the client did not
 * filter by the space, or reads the rows of all its spaces.
 */
export const statementsWithoutSpace: readonly Unkeyed[] = [
	{ place: 'directory', reason: 'a row of the table API that is named by its id', names: ['rest/v1'] },
	{
		place: 'one place',
		reason: 'accounts and what they may do, before and beside any space',
		names: [
			'private.has_shown_factors',
			'public.create_space',
			'public.delete_account',
			'public.member_invitation',
			'public.accept_member_invitation',
			'public.decline_member_invitation',
		],
	},
	{
		place: 'one place',
		reason: 'files, through storage/v1 as their owner',
		names: ['storage.buckets', 'storage.objects'],
	},
	{
		place: 'one place',
		reason: 'limits, backups and checks of the installation',
		names: [
			'plaudit.backups',
			'plaudit.probe',
			'plaudit.migrations_without',
			'plaudit.database_stats',
			'private.limits',
			'private.set_space_limits',
		],
	},
	{
		place: 'directory',
		reason: 'the public page of a slug or an id',
		names: [
			'private.form_to_fill',
			'public.public_form',
			'public.public_wall',
			'private.wall_counts',
			'private.wall_newest',
			'private.wall_filters',
			'private.wall_matches',
			'private.wall_order',
			'private.testimonial_page',
			'private.public_proof',
		],
	},
	{
		place: 'directory',
		reason: 'the hash of a key, or of a link that does not name its space: of an invitation, or of an earlier version',
		names: [
			'private.find_api_key',
			'private.find_invitation',
			'private.open_invitation',
			'private.decline_invitation',
			'private.read_receipt',
			'private.receipt_proof',
			'private.change_by_receipt',
			'private.answer_proposal',
			'private.erase_by_receipt',
			'private.open_upload',
			'private.read_submitter_mails',
			'private.stop_submitter_mails',
		],
	},
	{
		place: 'directory',
		reason: 'a function of the table API or of functions/v1 that is given the id of a row',
		names: [
			'public.member_invitations',
			'private.undo_bulk',
			'private.end_bulk',
			'private.store_captions',
			'private.store_member_invitation_token',
			'public.choose_quote',
			'public.publish_wall',
			'public.remove_export',
			'private.import_to_mend',
			'public.bulk_left_alone',
			'public.cancel_invitation',
			'public.cancel_proposal',
			'public.duplicate_form',
			'public.erase_invitation',
			'public.import_state',
			'public.invite_customers',
			'public.propose_change',
			'public.publish_form_draft',
			'public.remind_invitation',
			'public.resend_member_invitation',
			'public.retry_import_pictures',
			'public.revoke_api_key',
			'public.revoke_member_invitation',
			'public.undo_import',
			'private.replay_webhook',
			'private.require_webhook',
			'public.delete_webhook',
			'public.rotate_webhook_secret',
			'public.end_former_webhook_secret',
			'public.restore_webhook_secret',
			'public.count_webhook_replay',
			'private.delivery_to_show',
		],
	},
	{
		place: 'each shard',
		reason: 'the queue, and what a job finds by the id in its payload',
		names: [
			'plaudit.jobs',
			'private.customer_mail',
			'private.received_mail',
			'private.proposal_mail',
			'private.published_mail',
			'private.member_invitation_mail',
		],
	},
	{
		place: 'each shard',
		reason: 'work over all spaces: mails, retention, words, counts, proofs, webhooks, keys that end, what was erased',
		names: [
			'private.queue_webhook_events',
			'private.has_webhooks_due',
			'private.claim_webhooks',
			'private.webhook_numbers',
			'private.tell_ending_keys',
			'plaudit.erased_rows',
			'private.apply_retention',
			'private.claim_invitation_mails',
			'private.claim_notification_mails',
			'private.claim_webhooks',
			'private.has_webhooks_due',
			'private.queue_webhook_events',
			'private.create_notification_mails',
			'private.fold_counts',
			'private.has_notifications_due',
			'private.erased_mails',
			'private.expire_invitations',
			'private.forget_archive_imports',
			'private.forget_exports',
			'private.forget_old',
			'private.index_piece',
			'private.index_queued',
			'private.next_count_check',
			'private.share_wordings_piece',
			'private.stalled_work',
			'private.tell_ending_keys',
			'private.number_entries',
			'private.last_checkpoint',
			'private.add_checkpoint',
			'private.broken_entries',
			'private.checkpoints_after',
			'private.store_invitation_tokens',
			'public.media',
		],
	},
	{
		place: 'each shard',
		reason: 'counts of several spaces that are written together',
		names: ['private.note_key_uses', 'private.count_views', 'private.count_daily_views', 'private.record_embeds'],
	},
	{
		place: 'each shard',
		reason: 'the sitemap and the operator’s page are about all spaces',
		names: [
			'private.sitemap_walls',
			'private.sitemap_testimonials',
			'private.sitemap_sizes',
			'private.waiting_mails',
			'private.due_mails',
			'private.instance_totals',
			'private.instance_spaces',
			'private.instance_sign_ins',
			'private.instance_files',
		],
	},
]
