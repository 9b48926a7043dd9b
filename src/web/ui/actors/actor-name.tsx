import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { Link } from 'react-router'
import { keyOfActor } from '#shared/key-actor.ts'
import { unwrap } from '#web/lib/client/errors.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { queryKeys } from '#web/lib/query/query-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import './actor-name.css'

/** The keys of a space that were revoked. Only owners read them. */
const useRevokedKeys = (spaceId: string, enabled: boolean) =>
	useQuery({
		queryKey: queryKeys.revokedKeys(spaceId),
		enabled,
		queryFn: async () => {
			const keys = (await supabase).from('api_keys').select('id').eq('space_id', spaceId).not('revoked_at', 'is', null)
			return new Set(unwrap(await keys).map(({ id }) => id))
		},
	})

/**
 * The actor of an entry: a key by its mark and its name of that day, for owners with a link to the keys; anyone else by name.
 * @param children the name of an actor that is no key
 */
export function ActorName({ actor, children }: { actor: string | null; children: string }) {
	const key = keyOfActor(actor)
	return key ? <KeyActor id={key.id} name={key.name} /> : <bdi>{children}</bdi>
}

function KeyActor({ id, name }: { id: string; name: string }) {
	const { space, isOwner } = useSpace()
	const { data: revoked } = useRevokedKeys(space.id, isOwner)
	const shown = (
		<>
			<KeyRound size={14} aria-hidden="true" />
			key <bdi>{name}</bdi>
		</>
	)
	return (
		<span className="ui-key-actor">
			{isOwner ? <Link to="/dashboard/space/keys">{shown}</Link> : shown}
			{revoked?.has(id) ? <span className="ui-quiet">, revoked since</span> : null}
		</span>
	)
}
