import { type Caller, callers, ids } from './policy-callers.ts'

/**
 * The reviewed access matrix of tenant A's rows, as data. The checks fail for a table, view or function that it
 * lacks; access that is not listed is refused.
 */
export type TableRule = {
	/** A filter of rest/v1 that matches tenant A's rows. */
	subject: string
	/** Callers that may read those rows. */
	read: readonly Caller[]
	/** `anon` holds the grant, and a condition hides all rows from it. */
	anonMaySelect?: true
	insert?: { row: Record<string, unknown>; by: readonly Caller[] }
	update?: { change: Record<string, unknown>; by: readonly Caller[] }
	remove?: { subject?: string; by: readonly Caller[] }
	/** Columns that signed-in callers may write by grant; row-level security restricts the rows. */
	columns?: { insert?: string; update?: string }
}

const owners: Caller[] = ['owner']
const editors: Caller[] = ['owner', 'editor']
const members: Caller[] = ['owner', 'editor', 'viewer']
const everybody = callers
/** Keys of A with a scope: that of a viewer has no addresses of people, and `narrowKey` has walls:read alone. */
const readers: Caller[] = [...members, 'editorKey', 'viewerKey']
const writers: Caller[] = [...editors, 'editorKey']
const allOfA: Caller[] = [...readers, 'narrowKey']

const ofA = `space_id=eq.${ids.spaceA}`
const A = ids.spaceA
const readOnly: TableRule = { subject: ofA, read: members }
const readByKeys: TableRule = { subject: ofA, read: readers }
const people: TableRule = { subject: ofA, read: writers.concat('viewer') }

export const publicRelations: Record<string, TableRule> = {
	profiles: {
		subject: `id=eq.${ids.editor}`,
		read: members,
		update: { change: { full_name: 'Changed' }, by: ['editor'] },
		columns: { update: 'username,full_name,avatar_path,time_zone,locale' },
	},
	spaces: {
		subject: `id=eq.${A}`,
		read: allOfA,
		update: { change: { name: 'Changed' }, by: owners },
		remove: { by: owners },
		columns: { update: 'name,brand,locale,retention_days' },
	},
	space_members: {
		subject: `${ofA}&user_id=eq.${ids.viewer}`,
		read: members,
		insert: { row: { space_id: A, user_id: ids.newcomer, role: 'viewer' }, by: owners },
		update: { change: { role: 'editor' }, by: owners },
		remove: { by: ['owner', 'viewer'] },
		columns: { insert: 'space_id,user_id,role', update: 'role' },
	},
	api_keys: {
		subject: ofA,
		read: owners,
		update: { change: { name: 'Changed' }, by: owners },
		columns: { update: 'name' },
	},
	api_key_uses: { subject: ofA, read: owners },
	webhooks: {
		subject: ofA,
		read: members.concat('editorKey'),
		// A key changes only those that it made.
		update: { change: { events: ['testimonial.approved'] }, by: editors },
		columns: { update: 'url,events,is_active' },
	},
	webhook_deliveries: { subject: ofA, read: members.concat('editorKey') },
	member_invitations: { subject: ofA, read: owners },
	space_events: { subject: ofA, read: owners },
	archive_imports: { subject: `user_id=eq.${ids.owner}`, read: owners },
	exports: { subject: `${ofA}&format=eq.archive`, read: owners },
	forms: {
		subject: ofA,
		read: readers,
		insert: {
			row: { id: ids.fresh, space_id: A, slug: 'tenant-a-2', name: 'Second' },
			by: editors,
		},
		update: { change: { title: 'Changed' }, by: editors },
		remove: { by: editors },
		columns: {
			insert:
				'id,space_id,slug,name,title,intro,accepts,rating,title_rule,max_seconds,consent_text,reward_disclosure,thank_you,closed_text,author_fields,prompts,consent_texts,look,locale,is_open,auto_approve',
			update:
				'slug,name,title,intro,accepts,rating,title_rule,max_seconds,consent_text,reward_disclosure,thank_you,closed_text,author_fields,prompts,consent_texts,look,locale,is_open,auto_approve',
		},
	},
	form_questions: {
		subject: ofA,
		read: readers,
		insert: {
			row: { space_id: A, form_id: ids.formA, position: 1, kind: 'short', label: 'New' },
			by: editors,
		},
		update: { change: { label: 'Changed' }, by: editors },
		remove: { by: editors },
		columns: {
			insert: 'id,space_id,form_id,position,kind,label,tip,options,most,low_label,high_label,required,is_public',
			update: 'position,kind,label,tip,options,most,low_label,high_label,required,is_public',
		},
	},
	form_drafts: {
		subject: ofA,
		read: members,
		insert: { row: { space_id: A, form_id: ids.emptyFormA, mine: {}, base: {} }, by: editors },
		update: { change: { mine: { title: 'Changed' } }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,form_id,mine,base', update: 'mine,base' },
	},
	form_versions: readOnly,
	testimonials: {
		subject: `${ofA}&id=eq.${ids.hiddenA}`,
		read: readers,
		update: { change: { status: 'rejected' }, by: writers },
		columns: { update: 'status,spam_state,is_pinned,excerpt_start,excerpt_end,shows_title,assigned_to' },
	},
	testimonial_versions: readByKeys,
	testimonial_contacts: people,
	testimonial_answers: readByKeys,
	testimonial_events: readByKeys,
	proposals: readOnly,
	media: {
		subject: ofA,
		read: readers,
		update: { change: { trim_start: 1 }, by: editors },
		columns: { update: 'trim_start,trim_end' },
	},
	captions: readByKeys,
	consents: readByKeys,
	verifications: readByKeys,
	replies: {
		subject: ofA,
		read: readers,
		insert: { row: { space_id: A, testimonial_id: ids.hiddenA, body: 'New' }, by: writers },
		update: { change: { body: 'Changed' }, by: writers },
		remove: { by: writers },
		columns: { insert: 'space_id,testimonial_id,body', update: 'body' },
	},
	// A note is changed by its author alone; owners may delete it, too.
	testimonial_notes: {
		subject: ofA,
		read: members,
		insert: { row: { space_id: A, testimonial_id: ids.hiddenA, body: 'New' }, by: editors },
		update: { change: { body: 'Changed' }, by: ['editor'] },
		remove: { by: editors },
		columns: { insert: 'id,space_id,testimonial_id,body', update: 'body' },
	},
	tags: {
		subject: `${ofA}&id=eq.${ids.tagA}`,
		read: readers,
		insert: { row: { space_id: A, name: 'New' }, by: writers },
		update: { change: { name: 'Changed', color: 'blue' }, by: writers },
		remove: { by: writers },
		columns: { insert: 'id,space_id,name,color', update: 'name,color' },
	},
	testimonial_tags: {
		subject: ofA,
		read: readers,
		insert: {
			row: { space_id: A, testimonial_id: ids.hiddenA, tag_id: ids.freeTagA },
			by: writers,
		},
		remove: { by: writers },
		columns: { insert: 'space_id,testimonial_id,tag_id' },
	},
	walls: {
		subject: ofA,
		read: allOfA,
		insert: {
			row: { id: ids.fresh, space_id: A, slug: 'tenant-a-2', name: 'Second' },
			by: editors,
		},
		update: { change: { name: 'Changed' }, by: editors },
		remove: { by: editors },
		columns: {
			insert:
				'id,space_id,slug,name,layout,theme,selection,is_published,page_title,page_description,noindex,structured_data,page_filters,page_foot,page_intro,page_summary',
			update:
				'slug,name,layout,theme,selection,is_published,page_title,page_description,noindex,structured_data,page_filters,page_foot,page_intro,page_summary',
		},
	},
	wall_items: {
		subject: ofA,
		read: allOfA,
		insert: {
			row: { space_id: A, wall_id: ids.wallA, testimonial_id: ids.hiddenA, position: 1 },
			by: editors,
		},
		update: { change: { position: 7 }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,wall_id,testimonial_id,position', update: 'position' },
	},
	wall_drafts: {
		subject: ofA,
		read: members,
		insert: { row: { space_id: A, wall_id: ids.emptyWallA, mine: {}, base: {} }, by: editors },
		update: { change: { mine: { layout: 'list' } }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,wall_id,mine,base', update: 'mine,base' },
	},
	wall_versions: readOnly,
	wall_embeds: readOnly,
	bulk_jobs: readOnly,
	imports: readOnly,
	import_rows: readOnly,
	// A row concerns its own member alone, whatever the role of the others.
	notification_settings: {
		subject: `${ofA}&user_id=eq.${ids.editor}`,
		read: ['editor'],
		insert: { row: { space_id: A, user_id: ids.viewer, new_testimonial: 'daily' }, by: ['viewer'] },
		update: { change: { new_testimonial: 'off' }, by: ['editor'] },
		columns: {
			insert: 'space_id,user_id,new_testimonial,edited_or_withdrawn',
			update: 'space_id,user_id,new_testimonial,edited_or_withdrawn',
		},
	},
	// Views of the space; those of one member are in saved-views.test.ts.
	saved_views: {
		subject: `${ofA}&user_id=is.null`,
		read: members,
		insert: { row: { space_id: A, name: 'New', filter: { view: 'all' } }, by: editors },
		update: { change: { name: 'Changed' }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,id,user_id,name,filter', update: 'name,filter' },
	},
	customer_mails_off: {
		subject: ofA,
		read: members,
		insert: { row: { space_id: A, mail: 'received' }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,mail' },
	},
	customer_mail_texts: readOnly,
	invitation_templates: {
		subject: ofA,
		read: members,
		insert: { row: { space_id: A, name: 'New', subject: 'New', message: 'New' }, by: editors },
		update: { change: { message: 'Changed' }, by: editors },
		remove: { by: editors },
		columns: { insert: 'space_id,id,name,subject,message', update: 'name,subject,message' },
	},
	invitations: people,
	customer_events: people,
	// Nodes of the version before count by the grant; the condition of the view leaves nothing to count.
	public_testimonials: { subject: ofA, read: readers, anonMaySelect: true },
}

/** Rows that mix two tenants, which no caller may create. */
export const mixedRows: Record<string, Record<string, unknown>[]> = {
	form_drafts: [{ space_id: A, form_id: ids.formB, mine: {}, base: {} }],
	form_questions: [{ space_id: A, form_id: ids.formB, position: 1, kind: 'short', label: 'x' }],
	replies: [{ space_id: A, testimonial_id: ids.shownB, body: 'x' }],
	testimonial_notes: [{ space_id: A, testimonial_id: ids.shownB, body: 'x' }],
	testimonial_tags: [
		{ space_id: A, testimonial_id: ids.shownA, tag_id: ids.tagB },
		{ space_id: A, testimonial_id: ids.shownB, tag_id: ids.tagA },
	],
	wall_drafts: [{ space_id: A, wall_id: ids.wallB, mine: {}, base: {} }],
	wall_items: [
		{ space_id: A, wall_id: ids.wallB, testimonial_id: ids.shownA, position: 1 },
		{ space_id: A, wall_id: ids.wallA, testimonial_id: ids.shownB, position: 1 },
	],
}

/** Files, by bucket and path. `write` covers adding, changing and removing; who may list differs from who may read for two. */
export const files: Record<
	string,
	{ bucket: string; name: string; read: readonly Caller[]; list?: readonly Caller[]; write: readonly Caller[] }
> = {
	avatar: {
		bucket: 'avatars',
		name: `${ids.editor}/face.png`,
		read: ['editor'],
		write: ['editor'],
	},
	logo: { bucket: 'brand', name: `${A}/logo.png`, read: allOfA, write: editors },
	'public photo': {
		bucket: 'photos',
		name: `${A}/${ids.shownA}/p.jpg`,
		read: everybody,
		list: readers,
		write: [],
	},
	'public recording': {
		bucket: 'recordings',
		name: `${A}/${ids.shownA}/${ids.recordingA}.mp4`,
		read: everybody,
		list: readers,
		write: [],
	},
	'original of a public recording': {
		bucket: 'recordings',
		name: `${A}/${ids.shownA}/${ids.recordingA}-original.mov`,
		read: readers,
		write: [],
	},
	'recording that is not sent yet': {
		bucket: 'recordings',
		name: `unsent/${ids.unsentA}`,
		read: [],
		write: [],
	},
	'exported rows': { bucket: 'exports', name: `${A}/csv/a.csv`, read: members, write: [] },
	archive: { bucket: 'exports', name: `${A}/archive/a.zip`, read: owners, write: [] },
	'hidden photo': {
		bucket: 'photos',
		name: `${A}/${ids.hiddenA}/q.jpg`,
		read: readers,
		write: [],
	},
}

/** Tables without access for callers, and the services that use them; `deletes` where a policy permits it. */
export const serviceTables: Record<string, { reads?: string[]; inserts?: string[]; deletes?: string[] }> = {
	'auth.audit_log_entries': { reads: ['auth_service'] },
	'auth.bans': { reads: ['auth_service'], deletes: ['auth_service'] },
	'auth.custom_providers': { reads: ['auth_service'] },
	'auth.email_proofs': { reads: ['auth_service'] },
	'auth.ended_sessions': { reads: ['auth_service'], deletes: ['auth_service'] },
	'auth.flow_state': { reads: ['auth_service'] },
	'auth.guesses': { reads: ['auth_service'] },
	'auth.api_keys': { reads: ['auth_service'] },
	'auth.former_root_secrets': { reads: ['auth_service'] },
	'auth.identities': { reads: ['auth_service'] },
	'auth.known_sources': { reads: ['auth_service'] },
	'auth.mfa_challenges': { reads: ['auth_service'] },
	'auth.mfa_factors': { reads: ['auth_service'] },
	'auth.oauth_clients': { reads: ['auth_service'] },
	'auth.one_time_tokens': { reads: ['auth_service'] },
	'auth.operator_setup': { reads: ['auth_service'] },
	'auth.operators': { reads: ['auth_service'] },
	'auth.rate_limits': { reads: ['auth_service'] },
	'auth.recovery_codes': { reads: ['auth_service'] },
	'auth.root_key': { reads: ['auth_service'] },
	'auth.saml_assertions': { reads: ['auth_service'] },
	'auth.saml_providers': { reads: ['auth_service'] },
	'auth.saml_relay_states': { reads: ['auth_service'] },
	'auth.saml_signing_key': { reads: ['auth_service'] },
	'auth.sessions': { reads: ['auth_service'] },
	'auth.sso_connections': { reads: ['auth_service'] },
	'auth.sso_domains': { reads: ['auth_service'] },
	'auth.sso_providers': { reads: ['auth_service'] },
	'auth.spent_captchas': { reads: ['auth_service'] },
	'auth.signing_keys': { reads: ['auth_service'] },
	'auth.users': { reads: ['auth_service'] },
	'auth.web3_messages': { reads: ['auth_service'] },
	'auth.webauthn_challenges': { reads: ['auth_service'] },
	'auth.webauthn_credentials': { reads: ['auth_service'] },
	'auth.accounts': { reads: ['auth_service'] },
	'plaudit.jobs': { reads: ['service_role'], inserts: ['auth_service'] },
	'plaudit.probe': { reads: ['service_role'] },
	'plaudit.backups': { reads: ['service_role'] },
	'plaudit.erasures': { reads: ['service_role'] },
	'plaudit.erased_rows': { reads: ['service_role'] },
	// Created first, by the owner for itself: no role holds a grant.
	'plaudit.migrations': {},
	'plaudit.own_migrations': {},
	'plaudit.own_tables_grant': {},
	'private.address_budgets': {},
	'private.api_key_hashes': {},
	'private.webhook_events': {},
	'private.webhook_queues': {},
	'private.webhook_secrets': {},
	'private.declined_addresses': {},
	'private.erased': {},
	'private.erased_invitations': {},
	'private.erased_keys': {},
	'private.form_pressure': {},
	'private.form_slugs': {},
	'private.former_consent_texts': {},
	'private.former_receipt_tokens': {},
	'private.invitation_batches': {},
	'private.invitation_mails': {},
	'private.invitation_queues': {},
	'private.invitation_tokens': {},
	'private.limits': { reads: ['service_role'] },
	'private.space_limits': {},
	'private.made_spaces': {},
	'private.notification_items': {},
	'private.notification_mails': {},
	'private.bulk_items': {},
	'private.import_ids': {},
	'private.import_pictures': {},
	'private.landing_choice': {},
	'private.order_keys': {},
	'private.member_invitation_tokens': {},
	'private.page_views': {},
	'private.daily_views': {},
	'private.checkpoints': {},
	'private.proof_keys': {},
	'private.proof_log': {},
	'private.receipts': {},
	'private.recording_uploads': {},
	'private.shown_items': {},
	'private.space_budgets': {},
	'private.shown_testimonials': {},
	'private.notification_events': {},
	'private.spent_proofs': {},
	'private.testimonial_words': {},
	'private.search_words': {},
	'private.unindexed_spaces': {},
	'private.unindexed_testimonials': {},
	'private.dotless_spaces': {},
	'private.unshared_wordings': {},
	'private.count_changes': {},
	'private.part_changes': {},
	'private.testimonial_counts': {},
	'private.daily_counts': {},
	'private.part_counts': {},
	'private.uncounted_spaces': {},
	'private.count_checks': {},
	'private.testimonial_hashes': {},
	'private.tombstones': {},
	'realtime.changes': { reads: ['realtime_service'] },
	'realtime.horizon': { reads: ['realtime_service'] },
	'realtime.marks': { reads: ['realtime_service'] },
	'realtime.messages': {},
	'realtime.parcels': { reads: ['realtime_service'] },
	'realtime.stored_messages': { reads: ['realtime_service'] },
	'storage.buckets': { reads: ['storage_service'] },
	'storage.objects': { reads: ['storage_service'] },
	'storage.uploads': { reads: ['storage_service'] },
	'storage.usage': {},
}

/** Tables that members read through a view of the public schema; the service reads them, too, and no caller writes them. */
export const tablesBehindViews = ['private.consents', 'private.consent_wordings']

/** Tables with grants for all callers, as Supabase's API requires; only policies restrict the rows. */
export const openToPolicies = ['realtime.messages', 'storage.buckets', 'storage.objects']
/** Tables without forced row-level security: only the owner uses them, and no other role holds a grant. */
export const withoutRowSecurity = ['plaudit.migrations', 'plaudit.own_migrations', 'plaudit.own_tables_grant']
