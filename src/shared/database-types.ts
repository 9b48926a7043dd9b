import type * as account from './account-rows.ts'
import type { BulkLeftAlone } from './bulk-api.ts'
import type * as bulk from './bulk-rows.ts'
import type { FormTextsByLanguage } from './form/form-texts.ts'
import type * as forms from './form-rows.ts'
import type { ArchiveImportRow } from './import/archive-import.ts'
import type { ImportState } from './import/import-api.ts'
import type * as imports from './import-rows.ts'
import type { DailyNumbers } from './instance/daily-numbers.ts'
import type * as invitations from './mail/invitation-api.ts'
import type * as memberInvitations from './mail/member-invitation-api.ts'
import type * as mails from './mail-rows.ts'
import type * as people from './person-api.ts'
import type * as rows from './rows.ts'
import type { TestimonialCount } from './wall/testimonial-count.ts'
import type { Basis, WallCounts, WallSelection } from './wall/wall.ts'
import type * as walls from './wall-rows.ts'

type Table<Row, Links extends Link[] = []> = {
	Row: Row
	Insert: Partial<Row>
	Update: Partial<Row>
	Relationships: Links
}
type Link = {
	foreignKeyName: string
	columns: string[]
	isOneToOne: boolean
	referencedRelation: string
	referencedColumns: string[]
}
type To<Column extends string, Relation extends string, One extends boolean = false> = {
	foreignKeyName: `${Column}_to_${Relation}`
	columns: [Column]
	isOneToOne: One
	referencedRelation: Relation
	referencedColumns: ['id']
}

type PublicMediaRow = {
	kind: 'photo' | 'video' | 'audio'
	path: string
	width: number | null
	height: number | null
	seconds: number | null
	poster_path: string | null
	captions_path: string | null
	trim_start: number | null
	trim_end: number | null
	peaks: number[] | null
	quote: string | null
	captions: { locale: string; path: string }[] | null
}

/** A row of the view `public_testimonials`, as rest/v1 writes it. */
type PublicTestimonialRow = {
	id: string
	kind: string
	body: string
	is_excerpt: boolean
	rating: number | null
	author_name: string | null
	author_title: string | null
	author_company: string | null
	author_url: string | null
	author_avatar_path: string | null
	locale: string
	source: string
	source_url: string | null
	is_pinned: boolean
	reward_disclosure: string
	submitted_at: string
	approved_at: string
	basis: Basis | null
	reply: string | null
	media: PublicMediaRow[] | null
	space_id: string
	form_id: string | null
	tag_ids: string[] | null
	consent_scope: 'public' | 'anonymous'
	answers: { label: string; value: string }[] | null
	/** JSON of a `WallItem` without `pinned`. */
	item: string
	/** The author's own headline; null where there is none, or it is left out. */
	title: string | null
}

/** The public schema, as the type parameter of the official client. */
export type Database = {
	public: {
		Tables: {
			profiles: Table<rows.ProfileRow>
			spaces: Table<rows.SpaceRow>
			space_members: Table<rows.SpaceMemberRow, [To<'space_id', 'spaces'>, To<'user_id', 'profiles'>]>
			space_events: Table<rows.SpaceEventRow>
			archive_imports: Table<ArchiveImportRow>
			exports: Table<rows.ExportRow, [To<'space_id', 'spaces'>, To<'made_by', 'profiles'>]>
			member_invitations: Table<rows.MemberInvitationRow, [To<'space_id', 'spaces'>]>
			forms: Table<forms.FormRow, [To<'space_id', 'spaces'>]>
			form_questions: Table<forms.FormQuestionRow, [To<'form_id', 'forms'>]>
			form_drafts: Table<forms.FormDraftRow, [To<'form_id', 'forms', true>]>
			form_versions: Table<forms.FormVersionRow, [To<'form_id', 'forms'>]>
			testimonials: Table<rows.TestimonialRow, [To<'space_id', 'spaces'>, To<'form_id', 'forms'>]>
			testimonial_versions: Table<rows.TestimonialVersionRow, [To<'testimonial_id', 'testimonials'>]>
			testimonial_contacts: Table<rows.TestimonialContactRow, [To<'testimonial_id', 'testimonials', true>]>
			testimonial_answers: Table<rows.TestimonialAnswerRow, [To<'testimonial_id', 'testimonials'>]>
			media: Table<rows.MediaRow, [To<'testimonial_id', 'testimonials'>]>
			captions: Table<rows.CaptionsRow, [To<'media_id', 'media'>, To<'testimonial_id', 'testimonials'>]>
			consents: Table<rows.ConsentRow, [To<'testimonial_id', 'testimonials'>]>
			verifications: Table<rows.VerificationRow, [To<'testimonial_id', 'testimonials'>]>
			testimonial_events: Table<rows.TestimonialEventRow, [To<'testimonial_id', 'testimonials'>]>
			proposals: Table<rows.ProposalRow, [To<'testimonial_id', 'testimonials'>]>
			testimonial_notes: Table<rows.TestimonialNoteRow, [To<'testimonial_id', 'testimonials'>]>
			replies: Table<rows.ReplyRow, [To<'testimonial_id', 'testimonials', true>]>
			saved_views: Table<rows.SavedViewRow>
			tags: Table<rows.TagRow>
			testimonial_tags: Table<rows.TestimonialTagRow, [To<'testimonial_id', 'testimonials'>, To<'tag_id', 'tags'>]>
			bulk_jobs: Table<bulk.BulkJobRow>
			imports: Table<imports.ImportRow>
			import_rows: Table<imports.ImportRowRow>
			customer_mails_off: Table<mails.CustomerMailsOffRow>
			customer_mail_texts: Table<mails.CustomerMailTextRow>
			invitation_templates: Table<mails.InvitationTemplateRow>
			invitations: Table<rows.InvitationRow, [To<'form_id', 'forms'>, To<'testimonial_id', 'testimonials'>]>
			walls: Table<walls.WallRow, [To<'space_id', 'spaces'>]>
			wall_drafts: Table<walls.WallDraftRow>
			wall_versions: Table<walls.WallVersionRow>
			wall_embeds: Table<walls.WallEmbedRow, [To<'wall_id', 'walls'>]>
			notification_settings: Table<rows.NotificationSettingsRow>
			wall_items: Table<walls.WallItemRow, [To<'wall_id', 'walls'>, To<'testimonial_id', 'testimonials'>]>
		}
		Views: { public_testimonials: { Row: PublicTestimonialRow; Relationships: [] } }
		Functions: {
			cancel_invitation: { Args: { invitation_id: string }; Returns: undefined }
			accept_member_invitation: { Args: { token: string }; Returns: memberInvitations.AcceptedInvitation }
			import_state: { Args: { import_id: string }; Returns: ImportState }
			bulk_left_alone: { Args: { bulk_id: string }; Returns: BulkLeftAlone[] }
			undo_import: { Args: { import_id: string }; Returns: undefined }
			choose_cover: { Args: { media_id: string; seconds: number }; Returns: undefined }
			choose_quote: { Args: { media_id: string; quote: string | null }; Returns: undefined }
			/** Not found (P0002) when one of the tags is gone. */
			merge_tags: { Args: { tag_id: string; into_id: string }; Returns: undefined }
			cancel_email_change: { Args: Record<never, never>; Returns: undefined }
			propose_change: { Args: { testimonial_id: string; body: string; note?: string }; Returns: string }
			cancel_proposal: { Args: { proposal_id: string }; Returns: string }
			create_space: {
				Args: { name: string; slug: string; locale?: string }
				Returns: { space_id: string; form_id: string; wall_id: string }
			}
			decline_member_invitation: { Args: { token: string }; Returns: undefined }
			delete_account: { Args: Record<never, never>; Returns: undefined }
			publish_form_draft: { Args: { form_id: string; version: number }; Returns: boolean }
			duplicate_form: { Args: { form_id: string }; Returns: string }
			export_sizes: { Args: { space_id: string }; Returns: { part: string; counts: number[]; bytes: number }[] }
			search_testimonials: {
				Args: {
					space_id: string
					query: string
					filter?: Record<string, unknown>
					sort?: string
					after?: Record<string, unknown> | null
					most?: number
				}
				Returns: { id: string; rank: number }[]
			}
			unsearched_testimonials: { Args: { space_id: string }; Returns: number }
			testimonial_counts: { Args: { space_id: string }; Returns: TestimonialCount[] }
			tag_counts: { Args: { space_id: string }; Returns: { tag_id: string; number: number }[] }
			/** Number of people who agreed to a wording, and not to keep it private. */
			consent_count: { Args: { space_id: string; wording: string }; Returns: number }
			/** The JSON of the first items that rules select, as walls show them. */
			selection_items: {
				Args: { space_id: string; selection: WallSelection; without?: readonly string[]; most?: number }
				Returns: { id: string; item: string }[]
			}
			/** By form; forms without any are left out. */
			form_counts: {
				Args: { space_id: string }
				Returns: { form_id: string; number: number; last_sent_at: string | null }[]
			}
			/** Without the limit of the selection. */
			selection_counts: {
				Args: { space_id: string; selection: WallSelection; placed?: readonly string[] }
				Returns: WallCounts
			}
			space_numbers: { Args: { space_id: string; from: string; to: string }; Returns: DailyNumbers[] }
			make_export: {
				Args: { space_id: string; format: rows.ExportRow['format']; with_emails?: boolean }
				Returns: string
			}
			load_archive: { Args: { archive_id: string; slug?: string; with_invitations?: boolean }; Returns: undefined }
			remove_archive: { Args: { archive_id: string }; Returns: undefined }
			remove_export: { Args: { export_id: string }; Returns: undefined }
			erase_person: { Args: { space_id: string } & Partial<people.PersonSought>; Returns: people.PersonErased }
			erase_testimonial: { Args: { space_id: string; testimonial_id: string }; Returns: boolean }
			find_people: { Args: { space_id: string; name: string }; Returns: people.PeopleFound }
			find_person: { Args: { space_id: string } & Partial<people.PersonSought>; Returns: people.PersonFound }
			mail_private_pages: { Args: { space_id: string; testimonial_ids: string[] }; Returns: number }
			purge_spam: { Args: { space_id: string; until: string }; Returns: number }
			retention_preview: { Args: { space_id: string; days: number }; Returns: number }
			erase_invitation: { Args: { invitation_id: string }; Returns: undefined }
			end_session: { Args: { id: string }; Returns: boolean }
			invitation_progress: { Args: { space_id: string }; Returns: invitations.InvitationProgress }
			invite_customers: {
				Args: {
					form_id: string
					recipients: invitations.InvitedRecipient[]
					subject: string
					message: string
					remind_after_days: number | null
					reply_to_me: boolean
				}
				Returns: invitations.InvitationResult[]
			}
			known_recipients: {
				Args: { space_id: string; emails: string[] }
				Returns: { email: string; reason: invitations.InvitationRefusal; at: string | null }[]
			}
			my_records: { Args: Record<never, never>; Returns: account.AccountRecords }
			my_sessions: { Args: Record<never, never>; Returns: account.SessionRow[] }
			order_key_made_at: { Args: { space_id: string }; Returns: string | null }
			record_milestone: { Args: { space_id: string; step: 'shared' | 'embedded' }; Returns: undefined }
			publish_wall: {
				Args: {
					wall_id: string
					version: number
					draft_version: number | null
					change: Record<string, unknown>
					testimonial_ids: string[] | null
				}
				Returns: boolean
			}
			order_wall: { Args: { wall_id: string; testimonial_ids: string[] }; Returns: undefined }
			send_test_notification: { Args: { space_id: string }; Returns: undefined }
			remind_invitation: {
				Args: { invitation_id: string; new_email?: string }
				Returns: invitations.InvitationState
			}
			form_texts: { Args: Record<never, never>; Returns: FormTextsByLanguage }
			hand_over_space: { Args: { space_id: string; user_id: string }; Returns: undefined }
			invite_member: {
				Args: { space_id: string; email: string; role: rows.Role }
				Returns: memberInvitations.SentInvitation
			}
			member_addresses: { Args: { space_id: string }; Returns: { user_id: string; email: string | null }[] }
			member_invitation: { Args: { token: string }; Returns: memberInvitations.ShownInvitation | null }
			resend_member_invitation: { Args: { invitation_id: string }; Returns: undefined }
			retry_recording: { Args: { media_id: string }; Returns: undefined }
			revoke_member_invitation: { Args: { invitation_id: string }; Returns: undefined }
			spaces_without_me: { Args: Record<never, never>; Returns: account.SpaceDeletionOutcome[] }
			slug_available: { Args: { slug: string }; Returns: boolean }
			vouch_testimonial: {
				Args: {
					space_id: string
					body: string
					author_name: string
					origin: string
					may_publish: boolean
				}
				Returns: string
			}
			username_available: { Args: { username: string }; Returns: boolean }
		}
	}
}
