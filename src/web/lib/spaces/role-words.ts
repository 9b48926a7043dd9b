import type { Role } from '#shared/rows.ts'

/** A role in words: its label, with its article, and what it may and may not do after "You can" and "You cannot". */
export const roleWords: Record<Role, { label: string; article: string; can: string; cannot?: string }> = {
	owner: {
		label: 'Owner',
		article: 'an owner',
		can: 'do everything, also invite and remove people, and delete the space',
	},
	editor: {
		label: 'Editor',
		article: 'an editor',
		can: 'read, approve, reply, change forms and walls',
		cannot: 'invite others, change the space, or delete it',
	},
	viewer: {
		label: 'Viewer',
		article: 'a viewer',
		can: 'read every testimonial, and who sent it',
		cannot: 'approve, reply, change forms and walls, or invite others',
	},
}

/** All roles, from the one that may most. */
export const roles: readonly Role[] = ['owner', 'editor', 'viewer']
