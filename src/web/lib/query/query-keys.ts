/** All keys of the query cache. Keys of a space begin with its id, so that they can be invalidated together. */
export const queryKeys = {
	account: (userId: string) => ['account', userId] as const,
	sessions: (userId: string) => ['account', userId, 'sessions'] as const,
	recoveryCodes: (userId: string) => ['account', userId, 'recovery-codes'] as const,
	passkeys: (userId: string) => ['account', userId, 'passkeys'] as const,
	departure: (userId: string) => ['account', userId, 'departure'] as const,
	profile: (userId: string) => ['profile', userId] as const,
	usernameFree: (username: string) => ['username', username] as const,
	join: (token: string) => ['join', token] as const,
	joinInvitation: (token: string, userId: string | undefined) => ['join', token, userId] as const,
	slugFree: (slug: string) => ['slug', slug] as const,
	testimonialPlace: (id: string) => ['testimonial-place', id] as const,
	instance: ['instance'] as const,
	formTexts: ['form-texts'] as const,
	spaces: (userId: string) => ['spaces', userId] as const,

	space: (spaceId: string) => ['space', spaceId] as const,
	notifications: (spaceId: string, userId: string) => ['space', spaceId, 'notifications', userId] as const,
	members: (spaceId: string) => ['space', spaceId, 'members'] as const,
	memberAddresses: (spaceId: string) => ['space', spaceId, 'members', 'addresses'] as const,
	memberInvitations: (spaceId: string) => ['space', spaceId, 'members', 'invitations'] as const,
	history: (spaceId: string) => ['space', spaceId, 'history'] as const,
	historyList: (spaceId: string, kinds: unknown) => ['space', spaceId, 'history', 'list', kinds] as const,
	historyActors: (spaceId: string) => ['space', spaceId, 'members', 'names'] as const,
	orderKey: (spaceId: string) => ['space', spaceId, 'order-key'] as const,
	exports: (spaceId: string) => ['space', spaceId, 'exports'] as const,
	exportSizes: (spaceId: string) => ['space', spaceId, 'exports', 'sizes'] as const,
	tags: (spaceId: string) => ['space', spaceId, 'tags'] as const,
	allSavedViews: (spaceId: string) => ['space', spaceId, 'saved-views'] as const,
	savedViews: (spaceId: string, userId: string) => ['space', spaceId, 'saved-views', userId] as const,
	numbers: (spaceId: string) => ['space', spaceId, 'numbers'] as const,
	numberSources: (spaceId: string) => ['space', spaceId, 'number-sources'] as const,
	milestones: (spaceId: string) => ['space', spaceId, 'milestones'] as const,

	forms: (spaceId: string) => ['space', spaceId, 'forms'] as const,
	formList: (spaceId: string) => ['space', spaceId, 'forms', 'list'] as const,
	form: (spaceId: string, formId: string) => ['space', spaceId, 'forms', formId] as const,
	formPreview: (spaceId: string, formId: string, slug: string) =>
		['space', spaceId, 'form-previews', formId, slug] as const,

	testimonials: (spaceId: string) => ['space', spaceId, 'testimonials'] as const,
	testimonialList: (spaceId: string, filter: unknown) => ['space', spaceId, 'testimonials', 'list', filter] as const,
	testimonialCounts: (spaceId: string) => ['space', spaceId, 'testimonials', 'counts'] as const,
	pendingCount: (spaceId: string) => ['space', spaceId, 'testimonials', 'pending'] as const,
	/** What the overview shows of testimonials. */
	overview: (spaceId: string) => ['space', spaceId, 'testimonials', 'overview'] as const,
	testimonialSearch: (spaceId: string, search: string) => ['space', spaceId, 'testimonials', 'search', search] as const,
	testimonial: (spaceId: string, id: string) => ['space', spaceId, 'testimonials', id] as const,

	invitations: (spaceId: string) => ['space', spaceId, 'invitations'] as const,
	invitationList: (spaceId: string, filter: unknown) => ['space', spaceId, 'invitations', 'list', filter] as const,
	invitationProgress: (spaceId: string) => ['space', spaceId, 'invitations', 'progress'] as const,
	knownRecipients: (spaceId: string, emails: unknown) => ['space', spaceId, 'invitations', 'known', emails] as const,
	invitationPreview: (spaceId: string, mail: unknown) => ['space', spaceId, 'invitation-preview', mail] as const,

	imports: (spaceId: string) => ['space', spaceId, 'imports'] as const,
	importRows: (spaceId: string, importId: string) => ['space', spaceId, 'imports', importId] as const,

	walls: (spaceId: string) => ['space', spaceId, 'walls'] as const,
	/** Which walls have changes that are not published. */
	wallDrafts: (spaceId: string) => ['space', spaceId, 'walls', 'drafts'] as const,
	wall: (spaceId: string, wallId: string) => ['space', spaceId, 'walls', wallId] as const,
}
