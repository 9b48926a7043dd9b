/** Columns of views that are never null, which PostgreSQL says of tables alone. */
export const neverNull: Record<string, readonly string[]> = {
	consents: ['id', 'space_id', 'testimonial_id', 'scope', 'wording', 'locale', 'given_at'],
	public_testimonials: [
		...['id', 'space_id', 'kind', 'body', 'is_excerpt', 'locale', 'source', 'is_pinned', 'reward_disclosure'],
		...['submitted_at', 'approved_at', 'consent_scope', 'item'],
	],
}

/**
 * Types that the catalogue does not know, by `table.column`, `function(argument)`, `function()` for a result and
 * `function().column` for a column of a result. Their names are exported by a file of `src/shared`.
 */
export const knownTypes: Record<string, string> = {
	'archive_imports.about': 'Partial<ArchiveSummary> & { loaded?: ArchiveCounts }',
	'archive_imports.problem': 'ArchiveProblem',
	'consents.scope': "NonNullable<Tables['testimonials']['live_scope']>",
	'form_drafts.base': "Partial<Tables['form_versions']['parts']>",
	'form_drafts.mine': "Partial<Tables['form_versions']['parts']>",
	'form_questions.options': 'string[]',
	'form_versions.parts':
		"Omit<Tables['forms'], 'id' | 'space_id' | 'slug' | 'name' | 'is_open' | 'auto_approve' | 'created_at' | 'updated_at'> & " +
		"{ questions: Omit<Tables['form_questions'], 'space_id' | 'form_id' | 'position'>[] }",
	'forms.author_fields': 'AuthorFieldRules',
	'forms.consent_texts': 'ConsentTexts',
	'forms.look': 'FormLook',
	'forms.prompts': 'string[]',
	'forms.thank_you': 'Partial<StoredThankYou>',
	'import_rows.cells': 'string[]',
	'import_rows.links': "{ role: 'avatar' | 'photo'; url: string; reason: string }[]",
	'import_rows.problem': 'ImportProblem',
	'imports.columns': 'string[]',
	'imports.mapping': 'ImportMapping',
	'imports.summary': 'ImportSummary',
	'media.problem': 'MediaProblem',
	'public_testimonials.answers': '{ label: string; value: string }[]',
	'public_testimonials.basis': 'Basis',
	'public_testimonials.consent_scope': "'public' | 'anonymous'",
	'public_testimonials.media':
		"(Pick<Tables['media'], 'kind' | 'path' | 'width' | 'height' | 'seconds' | 'poster_path' | 'captions_path' | 'trim_start' | " +
		"'trim_end' | 'peaks' | 'quote'> & { captions: { locale: string; path: string }[] | null })[]",
	'spaces.brand':
		"Partial<Record<'logo_path' | 'color' | 'font' | 'theme' | 'accent' | 'type' | 'corners' | 'favicon_path' | 'font_path' | " +
		"'font_name' | 'font_metrics', string | null>>",
	'spaces.milestones': "Record<'form' | 'shared' | 'first' | 'wall' | 'embedded', string | null>",

	'accept_member_invitation()': 'AcceptedInvitation',
	'bulk_left_alone().actor': 'string | null',
	'bulk_left_alone().kind': 'string | null',
	'choose_quote(quote)': 'string | null',
	'create_space()': '{ space_id: string; form_id: string; wall_id: string }',
	'erase_person()': 'PersonErased',
	'find_people()': 'PeopleFound',
	'find_person()': 'PersonFound',
	'form_counts().last_sent_at': 'string | null',
	'form_texts()': 'FormTextsByLanguage',
	'import_state()': 'ImportState',
	'invitation_progress()': 'InvitationProgress',
	'invite_customers()': 'InvitationResult[]',
	'invite_customers(recipients)': 'InvitedRecipient[]',
	'invite_member()': 'SentInvitation',
	'invite_member(role)': 'Role',
	'known_recipients()': '{ email: string; reason: InvitationRefusal; at: string | null }[]',
	'known_recipients(emails)': 'string[]',
	'make_export(format)': "Tables['exports']['format']",
	'member_addresses().email': 'string | null',
	'member_invitation()': 'ShownInvitation | null',
	'my_records()': 'Record<string, Record<string, unknown>[]>',
	'my_sessions().aal': "'aal1' | 'aal2'",
	'my_sessions().ip': 'string | null',
	'my_sessions().user_agent': 'string | null',
	'order_key_made_at()': 'string | null',
	'publish_wall(draft_version)': 'number | null',
	'publish_wall(testimonial_ids)': 'string[] | null',
	'record_milestone(step)': "'shared' | 'embedded'",
	'remind_invitation()': 'InvitationState',
	'selection_counts()': 'WallCounts',
	'selection_counts(selection)': 'WallSelection',
	'selection_items(selection)': 'WallSelection',
	'space_numbers().form_id': 'string | null',
	'space_numbers().wall_id': 'string | null',
	'spaces_without_me().fate': "'deleted' | 'kept' | 'needs_owner'",
	'testimonial_counts().kind': 'Kind',
	'testimonial_counts().spam_state': 'SpamState',
	'testimonial_counts().status': 'TestimonialStatus',
}
