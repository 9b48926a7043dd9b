import { type ApiKeyScope, apiKeyScopes } from '#shared/api-key-scopes.ts'
import { Checkbox } from '#web/ui/fields/choice.tsx'
import { scopeWords } from './key-words.ts'

/** The scopes to tick, each in words with its name beside it. */
export function ScopeList({
	ticked,
	onChange,
}: {
	ticked: readonly ApiKeyScope[]
	onChange: (scopes: readonly ApiKeyScope[]) => void
}) {
	return (
		<div className="keys-scopes">
			{apiKeyScopes.map((scope) => (
				<Checkbox
					key={scope}
					checked={ticked.includes(scope)}
					onChange={({ target }) =>
						onChange(apiKeyScopes.filter((one) => (one === scope ? target.checked : ticked.includes(one))))
					}
				>
					<span className="keys-scope">
						<strong>{scopeWords[scope].label}</strong>
						<code className="ui-mono">{scope}</code>
						{scopeWords[scope].help ? <span className="ui-help">{scopeWords[scope].help}</span> : null}
					</span>
				</Checkbox>
			))}
		</div>
	)
}
