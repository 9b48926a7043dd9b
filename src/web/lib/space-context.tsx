import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Role, SpaceRow } from '#shared/rows.ts'
import { useUser } from './auth-context.tsx'
import { unwrap } from './errors.ts'
import { keys } from './query-keys.ts'
import { readStored, writeStored } from './stored.ts'
import { supabase } from './supabase.ts'

/** One space of the signed-in person, with the person's role in it. */
export type Membership = { space: SpaceRow; role: Role }

/** What `useSpace()` gives: the space on screen, all of the person's spaces, and how to change over. */
export type CurrentSpace = Membership & {
	spaces: Membership[]
	select: (spaceId: string) => void
	/** May approve, edit forms and walls. */
	canEdit: boolean
	/** May change the space itself and its members. */
	isOwner: boolean
}

const stored = 'plaudit-space'
const SpaceContext = createContext<CurrentSpace | null>(null)

/** Remembers a space as the one to show, before its provider is there (a space just made). */
export function writeCurrentSpace(spaceId: string): void {
	writeStored(stored, spaceId)
}

/** Reads the person's spaces, oldest first. */
export function useMemberships() {
	const { id } = useUser()
	return useQuery({
		queryKey: keys.spaces(id),
		queryFn: async (): Promise<Membership[]> => {
			const client = await supabase
			const rows = unwrap(
				await client.from('space_members').select('role, space:spaces(*)').eq('user_id', id),
			)
			return rows
				.flatMap(({ role, space }) => (space ? [{ role, space }] : []))
				.sort((one, other) => one.space.created_at.localeCompare(other.space.created_at))
		},
	})
}

/**
 * Gives the screens below their space: the one last chosen in this browser, else the oldest. It stands there without
 * any, too: the screen that makes the first one is the same screen when there is one.
 */
export function SpaceProvider({
	memberships,
	children,
}: {
	memberships: Membership[]
	children: ReactNode
}) {
	const [chosen, setChosen] = useState(() => readStored(stored))
	const current = useMemo<CurrentSpace | null>(() => {
		const at = memberships.find(({ space }) => space.id === chosen) ?? memberships[0]
		if (!at) return null
		return {
			...at,
			spaces: memberships,
			canEdit: at.role !== 'viewer',
			isOwner: at.role === 'owner',
			select: (spaceId) => {
				writeStored(stored, spaceId)
				setChosen(spaceId)
			},
		}
	}, [memberships, chosen])
	return <SpaceContext value={current}>{children}</SpaceContext>
}

/** The space on screen. */
export function useSpace(): CurrentSpace {
	const current = useContext(SpaceContext)
	if (!current) throw new Error('useSpace needs a SpaceProvider around it.')
	return current
}

/** The same where there may be none yet (a person without a space still has an account screen). */
export function useMaybeSpace(): CurrentSpace | null {
	return useContext(SpaceContext)
}
