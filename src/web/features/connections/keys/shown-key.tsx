import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { ConnectionsHead, ConnectionsPart } from '#web/features/connections/connections-head.tsx'
import { SecretBox } from '#web/features/connections/secret-box.tsx'
import { errorMessage } from '#web/lib/client/errors.ts'
import { formatDate } from '#web/lib/format/format-time.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { exampleCommand, exampleUrl, tryKey } from './key-example.ts'
import { rightsText, scopesOf } from './key-words.ts'
import { type MadeKey, useKeys } from './use-keys.ts'

const back = { to: '/dashboard/space/keys', label: 'Keys' }

/** A key that was made a moment ago: the only time that it is shown. */
export function ShownKey({ made }: { made: MadeKey }) {
	const { space } = useSpace()
	const box = useRef<HTMLElement>(null)
	useEffect(() => box.current?.focus(), [])
	const rights = { role: made.role, scopes: made.scopes && [...made.scopes] }
	return (
		<>
			<ConnectionsHead
				back={back}
				title={
					<>
						The key “<bdi>{made.name}</bdi>” is made
					</>
				}
			>
				{rightsText(rights)}, in <bdi>{space.name}</bdi>{' '}
				{made.expires_at ? `until ${formatDate(made.expires_at)}` : 'without an end'}.
			</ConnectionsHead>
			<section className="keys-once" ref={box} tabIndex={-1} aria-labelledby="once">
				<h2 id="once">Copy it now. It is shown this once.</h2>
				<SecretBox label="The key" text={made.key} copy="Copy key" isPrimary />
				<p className="ui-small ui-quiet">
					Plaudit keeps only its hash, so that it cannot be shown again, not even by the operator. Lost it? Make another
					and revoke this one.
				</p>
			</section>
			<TryIt url={exampleUrl(window.location.origin, scopesOf(rights))} secret={made.key} />
			<div className="ui-buttons keys-done">
				<Link className={buttonClass({})} to="/dashboard/space/keys">
					I have it, go to the keys
				</Link>
				<a className="ui-link" href="/functions/v1/openapi.json">
					API description
				</a>
			</div>
		</>
	)
}

/** A command that works as it stands, and its answer. */
function TryIt({ url, secret }: { url: string; secret: string }) {
	const run = useMutation({ mutationFn: () => tryKey(url, secret) })
	return (
		<ConnectionsPart id="try" title="Try it" aside="This works as it stands">
			<CodeBox>{exampleCommand(url, secret)}</CodeBox>
			<p className="keys-run">
				<Button busy={run.isPending} onClick={() => run.mutate()}>
					Try it here
				</Button>
			</p>
			<div role="status">
				{run.data ? (
					<>
						<p className="ui-small ui-quiet keys-answer">
							What comes back: {run.data.status}, {run.data.milliseconds} ms
						</p>
						<Code>{run.data.body || '(nothing)'}</Code>
					</>
				) : null}
				{run.error ? <p className="ui-error">{errorMessage(run.error)}</p> : null}
			</div>
		</ConnectionsPart>
	)
}

/** After a reload: the key exists, and its secret is gone from the page. */
export function ShownBefore({ id }: { id: string }) {
	const { space, isOwner } = useSpace()
	const { data: keys } = useKeys(space.id, isOwner)
	const name = keys?.find((key) => key.id === id)?.name
	return (
		<>
			<ConnectionsHead back={back} title="This key cannot be shown again">
				{name ? (
					<>
						“<bdi>{name}</bdi>” is made, and works.{' '}
					</>
				) : null}
				Plaudit keeps only its hash. If you have not copied it, make another and revoke this one.
			</ConnectionsHead>
			<div className="ui-buttons">
				<Link className={buttonClass({})} to="/dashboard/space/keys">
					Go to the keys
				</Link>
				<Link className={buttonClass({})} to="/dashboard/space/keys/new">
					Make another
				</Link>
			</div>
		</>
	)
}
