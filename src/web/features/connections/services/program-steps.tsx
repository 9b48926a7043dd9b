import { useState } from 'react'
import { Link } from 'react-router'
import { CodeBox } from '#web/features/connections/code-box.tsx'
import { exampleCommand, exampleUrl } from '#web/features/connections/keys/key-example.ts'
import { isLive } from '#web/features/connections/keys/key-state.ts'
import { useKeys } from '#web/features/connections/keys/use-keys.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields/text-field.tsx'
import { ServerAddress, Step } from './step.tsx'
import { useNamedForms } from './use-named-pages.ts'

/** Connects programs of one's own by a key and the described API. */
export function ProgramSteps() {
	const { space, isOwner } = useSpace()
	const { data: keys = [] } = useKeys(space.id, isOwner)
	const live = keys.filter((key) => isLive(key))
	const isUsed = live.some((key) => key.last_used_at !== null)
	return (
		<>
			<Step title="Make a key for it" isDone={live.length > 0}>
				<p>One per program, with only what it needs.</p>
				{isOwner ? (
					<p>
						<Link className={buttonClass({ variant: 'primary' })} to="/dashboard/space/keys/new">
							New key
						</Link>
					</p>
				) : (
					<p className="ui-quiet">Only owners of the space make keys. Ask one of them for it.</p>
				)}
			</Step>
			<Step title="Make a call" isDone={isUsed}>
				<CodeBox>{exampleCommand(exampleUrl(window.location.origin, ['testimonials:read']), 'plk_…')}</CodeBox>
				<p className="ui-small ui-quiet">
					The official client of Supabase works, too: the address of this server, and the key in its header
					Authorization.
				</p>
			</Step>
			<Step title="Read what there is" isDone={isUsed}>
				<ServerAddress label="Description of the API (OpenAPI 3.1)" path="/functions/v1/openapi.json" />
				<p>
					To be called instead of asking, make a <Link to="/dashboard/space/webhooks">webhook</Link>.
				</p>
			</Step>
		</>
	)
}

/** Keeps the calls that come before the script, which loads beside the page. */
const promptQueue = 'window.plaudit ||= function () { (plaudit.q = plaudit.q || []).push(arguments) }'

/** Asks inside an app by one script. */
export function PromptSteps() {
	const { space } = useSpace()
	const { data: forms = [] } = useNamedForms(space.id)
	const [chosen, setChosen] = useState('')
	const slug = chosen || forms[0]?.slug || 'your-form'
	return (
		<>
			<Step title="Choose the form" isDone={forms.length > 0}>
				<SelectField label="Form" value={slug} onChange={({ target }) => setChosen(target.value)}>
					{forms.map((form) => (
						<option key={form.id} value={form.slug}>
							{form.name}
						</option>
					))}
				</SelectField>
			</Step>
			<Step title="Load the script">
				<CodeBox>{`<script async src="${window.location.origin}/embed/prompt.js"></script>`}</CodeBox>
				<p className="ui-small ui-quiet">A page without the call below shows nothing.</p>
			</Step>
			<Step title="Call it where something went well">
				<CodeBox>{`${promptQueue}
plaudit("ask", { form: "${slug}", who: user.id, after: "3 days" })`}</CodeBox>
				<p className="ui-small ui-quiet">
					<code className="ui-mono">who</code> is your own id of the person, so that each is asked once;{' '}
					<code className="ui-mono">after</code> counts from the first call. The first line keeps calls that come before
					the script.
				</p>
			</Step>
		</>
	)
}
