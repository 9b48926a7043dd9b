/** All keys of the query cache. Keys of a space begin with its id, so that they can be invalidated together. */
export const queryKeys = {
	account: (userId: string) => ['account', userId] as const,
	sessions: (userId: string) => ['account', userId, 'sessions'] as const,
	recoveryCodes: (userId: string) => ['account', userId, 'recovery-codes'] as const,
	passkeys: (userId: string) => ['account', userId, 'passkeys'] as const,
	departure: (userId: string) => ['account', userId, 'departure'] as const,
	profile: (userId: string) => ['profile', userId] as const,
	usernameFree: (username: string) => ['username', username] as const,
	slugFree: (slug: string) => ['slug', slug] as const,
	spaces: (userId: string) => ['spaces', userId] as const,

	space: (spaceId: string) => ['space', spaceId] as const,
	members: (spaceId: string) => ['space', spaceId, 'members'] as const,
	tags: (spaceId: string) => ['space', spaceId, 'tags'] as const,
	milestones: (spaceId: string) => ['space', spaceId, 'milestones'] as const,

	forms: (spaceId: string) => ['space', spaceId, 'forms'] as const,
	form: (spaceId: string, formId: string) => ['space', spaceId, 'forms', formId] as const,

	testimonials: (spaceId: string) => ['space', spaceId, 'testimonials'] as const,
	testimonialList: (spaceId: string, filter: unknown) => ['space', spaceId, 'testimonials', 'list', filter] as const,
	testimonialCounts: (spaceId: string) => ['space', spaceId, 'testimonials', 'counts'] as const,
	pendingCount: (spaceId: string) => ['space', spaceId, 'testimonials', 'pending'] as const,
	testimonial: (spaceId: string, id: string) => ['space', spaceId, 'testimonials', id] as const,

	walls: (spaceId: string) => ['space', spaceId, 'walls'] as const,
	wall: (spaceId: string, wallId: string) => ['space', spaceId, 'walls', wallId] as const,
}
