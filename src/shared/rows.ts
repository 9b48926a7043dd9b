import type { Tables, Views } from './row-types.ts'
import type { Basis } from './wall/wall.ts'

// Short names of rows of the public tables. Columns, types and nullability are those of the catalogue.

/** A key of a space for programs, without the key itself. Only owners read it. */
export type ApiKeyRow = Tables['api_keys']
/** The archive that a person brought last. `checked` waits for them; `reading` and `loading` are the work of a job. */
export type ArchiveImportRow = Tables['archive_imports']
export type BulkJobRow = Tables['bulk_jobs']
export type CaptionsRow = Tables['captions']
export type ConsentRow = Views['consents']
/** An event that a system of the firm sent about a customer. */
export type CustomerEventRow = Tables['customer_events']
export type CustomerMailsOffRow = Tables['customer_mails_off']
export type CustomerMailTextRow = Tables['customer_mail_texts']
export type ExportRow = Tables['exports']
export type FormDraftRow = Tables['form_drafts']
export type FormQuestionRow = Tables['form_questions']
export type FormRow = Tables['forms']
export type FormVersionRow = Tables['form_versions']
export type ImportRow = Tables['imports']
/** The outcome of one row of an import. */
export type ImportRowRow = Tables['import_rows']
/** An invitation of a customer. */
export type InvitationRow = Tables['invitations']
export type InvitationTemplateRow = Tables['invitation_templates']
export type MediaRow = Tables['media']
/** An invitation to the team. Only owners read it. */
export type MemberInvitationRow = Tables['member_invitations']
/** Mails that a member gets; a member without a row has the defaults. */
export type NotificationSettingsRow = Tables['notification_settings']
export type ProfileRow = Tables['profiles']
/** Other words that a member proposes; only the submitter's answer makes them the testimonial's. */
export type ProposalRow = Tables['proposals']
export type ReplyRow = Tables['replies']
export type SavedViewRow = Tables['saved_views']
/** An entry in the history of a space. Only owners read it. */
export type SpaceEventRow = Tables['space_events']
export type SpaceMemberRow = Tables['space_members']
export type SpaceRow = Tables['spaces']
export type TagRow = Tables['tags']
export type TestimonialAnswerRow = Tables['testimonial_answers']
export type TestimonialEventRow = Tables['testimonial_events']
export type TestimonialNoteRow = Tables['testimonial_notes']
export type TestimonialRow = Tables['testimonials']
export type TestimonialTagRow = Tables['testimonial_tags']
export type TestimonialVersionRow = Tables['testimonial_versions']
export type VerificationRow = Tables['verifications']
export type WallDraftRow = Tables['wall_drafts']
/** A site on which a wall was seen. */
export type WallEmbedRow = Tables['wall_embeds']
export type WallRow = Tables['walls']
/** A wall from one publication to the next; `parts` has its columns, and as `fixed` the order by hand. */
export type WallVersionRow = Tables['wall_versions']
/** An address that is called about testimonials. Members read it; its secret is in no table that they read. */
export type WebhookRow = Tables['webhooks']
/** One event for one webhook, with the last answer of its address. */
export type WebhookDeliveryRow = Tables['webhook_deliveries']

export type ConsentScope = NonNullable<TestimonialRow['live_scope']>
export type MediaState = MediaRow['state']
export type NotificationChoice = NotificationSettingsRow['new_testimonial']
export type Role = SpaceMemberRow['role']
export type Source = TestimonialRow['source']
export type SpamState = TestimonialRow['spam_state']
export type TestimonialStatus = TestimonialRow['status']

/** The first five steps of a space, in their order. */
export const milestones = ['form', 'shared', 'first', 'wall', 'embedded'] as const
export type Milestone = (typeof milestones)[number]
/** The time at which each step happened, or null. */
export type Milestones = SpaceRow['milestones']

export const tagColors = ['green', 'amber', 'blue', 'clay', 'violet', 'grey'] as const satisfies TagRow['color'][]
export type TagColor = TagRow['color']

/** Bases for which a form may approve by itself. */
export const autoApproveBases = ['invited', 'email', 'provider', 'order'] as const satisfies readonly Basis[]
export type AutoApproveBasis = (typeof autoApproveBases)[number]

/** Columns of a form that a draft changes and a version keeps: the rest applies at once. */
export type FormParts = FormVersionRow['parts']
/** `spaces.brand` as stored: every part may be missing. */
export type StoredBrand = SpaceRow['brand']
