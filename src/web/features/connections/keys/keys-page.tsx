import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { ApiKeyRow } from '#shared/rows.ts'
import { ConnectionsHead, ConnectionsPart } from '#web/features/connections/connections-head.tsx'
import { usePageTitle } from '#web/lib/browser/use-page-title.ts'
import { formatCount } from '#web/lib/format/format.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { Notice } from '#web/ui/notices/notice.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { EndedKey, KeyRow } from './key-row.tsx'
import { isLive, keysTitle } from './key-state.ts'
import { RevokeDialog } from './revoke-dialog.tsx'
import { useKeys } from './use-keys.ts'
import './keys.css'

/** /dashboard/space/keys: the keys by which programs reach the space. For owners. */
export function Page() {
	const { space, isOwner } = useSpace()
	usePageTitle('Keys', space.name)
	const query = useKeys(space.id, isOwner)
	const newKey = (
		<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/space/keys/new">
			<Plus size={16} aria-hidden="true" />
			New key
		</Link>
	)
	return (
		<>
			<ConnectionsHead title={query.data ? keysTitle(query.data) : 'Keys'} actions={isOwner ? newKey : null}>
				A key lets one program into this space and no other. Plaudit keeps only its hash.
			</ConnectionsHead>
			{isOwner ? (
				query.data ? (
					<KeyLists keys={query.data} />
				) : query.isError ? (
					<ReadError query={query}>The keys could not be read.</ReadError>
				) : (
					<Spinner />
				)
			) : (
				<Notice>Only owners of the space see its keys, and make or revoke them.</Notice>
			)}
			<ConnectionsPart id="use" title="How a program uses one">
				<Code>Authorization: Bearer plk_…</Code>
				<p className="ui-help">
					<span>Never in an address: a key in a query string is refused, because addresses end up in logs.</span>
				</p>
			</ConnectionsPart>
		</>
	)
}

function KeyLists({ keys }: { keys: readonly ApiKeyRow[] }) {
	const [asked, setAsked] = useState<ApiKeyRow>()
	const live = keys.filter((key) => isLive(key))
	const ended = keys.filter((key) => !isLive(key))
	return (
		<section aria-label="Keys">
			{live.length > 0 ? (
				<ul className="ui-rows keys-list">
					{live.map((key) => (
						<KeyRow key={key.id} row={key} onRevoke={() => setAsked(key)} />
					))}
				</ul>
			) : (
				<p className="keys-none ui-quiet">Make one for each program, so that one can be revoked without the others.</p>
			)}
			{ended.length > 0 ? (
				<details className="keys-ended">
					<summary className="ui-small ui-quiet">{formatCount(ended.length, 'key')} that ended or was revoked</summary>
					<ul className="ui-rows">
						{ended.map((key) => (
							<EndedKey key={key.id} row={key} />
						))}
					</ul>
				</details>
			) : null}
			{asked ? <RevokeDialog row={asked} onClose={() => setAsked(undefined)} /> : null}
		</section>
	)
}
