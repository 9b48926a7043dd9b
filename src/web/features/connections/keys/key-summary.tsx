import { CanList } from '#web/features/connections/can-list.tsx'
import { formatNumber } from '#web/lib/format/format.ts'
import { neverWords, scopesOf, scopeWords } from './key-words.ts'
import { useKeyReach } from './use-key-reach.ts'
import type { WantedKey } from './use-keys.ts'

/** The rights of a key that is about to be made, in words. */
export function KeySummary({ wanted: { name, role, scopes } }: { wanted: Omit<WantedKey, 'expires_at'> }) {
	const reach = useKeyReach()
	const granted = scopesOf({ role, scopes: scopes && [...scopes] })
	return (
		<aside className="keys-summary" aria-label="What this key is">
			<h2>
				<bdi>{name || 'A new key'}</bdi>
			</h2>
			<h3>It can</h3>
			{granted.length > 0 ? (
				<CanList
					kind="can"
					lines={granted.map((scope) => ({ key: scope, text: canText(scopeWords[scope].can, reach?.[scope]) }))}
				/>
			) : (
				<p className="ui-quiet">Nothing yet: tick at least one line.</p>
			)}
			<p className="ui-small ui-quiet">
				{granted.includes('people:read') ? 'Names and e-mail addresses.' : 'Names yes, e-mail addresses no.'}
			</p>
			<hr />
			<h3>It can never</h3>
			<CanList kind="never" lines={neverWords.map((text) => ({ key: text, text }))} />
		</aside>
	)
}

/** "read walls: 2 today". */
const canText = (can: string, number: number | undefined): string =>
	number === undefined ? can : `${can}: ${formatNumber(number)} today`
