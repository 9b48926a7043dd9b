import { useQuery } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { Role, SpaceRow } from '#shared/rows.ts'
import { useUser } from '#web/lib/auth/auth-context.tsx'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { readLocalValue, writeLocalValue } from '#web/lib/storage/local-storage.ts'

/** A space of the signed-in person, with their role in it. */
export type Membership = { space: SpaceRow; role: Role }

/** The result of `useSpace()`: the current space, all of the person's spaces, and a function to switch. */
export type CurrentSpace = Membership & {
	spaces: Membership[]
	select: (spaceId: string) => void
	/** May approve, edit forms and walls. */
	canEdit: boolean
	/** May change the space itself and its members. */
	isOwner: boolean
}

const storageKey = 'plaudit-space'
const SpaceContext = createContext<CurrentSpace | null>(null)

/** Stores a space as the current one before its provider exists (a space just created). */
export function writeCurrentSpace(spaceId: string): void {
	writeLocalValue(storageKey, spaceId)
}

/** Reads the person's spaces, oldest first. */
export function useMemberships() {
	const { id } = useUser()
	return useQuery({
		queryKey: queryKeys.spaces(id),
		queryFn: async (): Promise<Membership[]> => {
			const client = await supabase
			const rows = unwrap(await client.from('space_members').select('role, space:spaces(*)').eq('user_id', id))
			return rows
				.flatMap(({ role, space }) => (space ? [{ role, space }] : []))
				.sort((one, other) => one.space.created_at.localeCompare(other.space.created_at))
		},
	})
}

/**
 * Provides the current space: the one last chosen in this browser, else the oldest. It renders without a space, too,
 * so that the screen that creates the first one stays mounted.
 */
export function SpaceProvider({ memberships, children }: { memberships: Membership[]; children: ReactNode }) {
	const [chosen, setChosen] = useState(() => readLinkedSpace() ?? readLocalValue(storageKey))
	const current = useMemo<CurrentSpace | null>(() => {
		const at = memberships.find(({ space }) => space.id === chosen) ?? memberships[0]
		if (!at) return null
		return {
			...at,
			spaces: memberships,
			canEdit: at.role !== 'viewer',
			isOwner: at.role === 'owner',
			select: (spaceId) => {
				writeLocalValue(storageKey, spaceId)
				setChosen(spaceId)
			},
		}
	}, [memberships, chosen])
	return <SpaceContext value={current}>{children}</SpaceContext>
}

/** Links in mails name their space. */
function readLinkedSpace(): string | null {
	return new URLSearchParams(window.location.search).get('space')
}

/** The current space. */
export function useSpace(): CurrentSpace {
	const current = useContext(SpaceContext)
	if (!current) throw new Error('useSpace needs a SpaceProvider around it.')
	return current
}

/** The same, or undefined for a person without a space, who still has an account screen. */
export function useOptionalSpace(): CurrentSpace | null {
	return useContext(SpaceContext)
}
