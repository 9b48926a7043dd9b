import { type FormEvent, useId, useState } from 'react'
import type { ChooseLanding, LandingReport } from '#shared/instance/instance-report.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ReadError } from '#web/ui/notices/read-error.tsx'
import { SettingsSection } from '#web/ui/settings.tsx'
import { useInstanceAction, useLanding } from './use-instance.ts'

const kinds = {
	'sign-in': ['The sign-in', 'With a link to what Plaudit is. No search engine lists it.'],
	plaudit: ['The product’s page', 'For a server that offers Plaudit to others.'],
	wall: ['A wall', 'Any published wall of this server. While it is not published, the sign-in.'],
} as const

/** The page for visitors of the server's own address. */
export function LandingSection() {
	const query = useLanding()
	const { data } = query
	return (
		<SettingsSection id="front" title="Front page" text="What visitors of the server’s own address see.">
			{data ? <Choice key={`${data.kind} ${data.slug}`} landing={data} /> : null}
			{!data && query.error ? <ReadError query={query}>The front page could not be read.</ReadError> : null}
		</SettingsSection>
	)
}

function Choice({ landing }: { landing: LandingReport }) {
	const [kind, setKind] = useState(landing.kind)
	const [slug, setSlug] = useState(landing.slug ?? '')
	const { mutate, isPending } = useInstanceAction()
	const list = useId()
	const isWall = kind === 'wall'
	const isPublished = landing.walls.length === 100 || landing.walls.some((wall) => wall.slug === slug)
	const isChanged = kind !== landing.kind || (isWall && slug !== (landing.slug ?? ''))
	const problem =
		isWall && landing.kind === 'wall' && !landing.slug && !slug
			? 'The chosen wall is not published, so that visitors see the sign-in.'
			: isWall && slug && !isPublished
				? 'No wall is published at this address.'
				: undefined
	function save(event: FormEvent) {
		event.preventDefault()
		const action: ChooseLanding =
			kind === 'wall' ? { action: 'choose_landing', kind, slug } : { action: 'choose_landing', kind }
		mutate({ action, said: 'The front page is changed' })
	}
	return (
		<form className="instance-landing" onSubmit={save}>
			{landing.is_fixed ? (
				<p className="ui-quiet">
					The setting <code>LANDING_PAGE</code> decides. Without it, you choose here.
				</p>
			) : null}
			<fieldset disabled={landing.is_fixed || isPending}>
				<legend className="ui-sr">Front page</legend>
				{(Object.keys(kinds) as (keyof typeof kinds)[]).map((one) => (
					<label key={one}>
						<input type="radio" name="landing" checked={kind === one} onChange={() => setKind(one)} />
						<span>
							<span className="instance-name">{kinds[one][0]}</span>
							<span className="ui-small ui-quiet">{kinds[one][1]}</span>
						</span>
					</label>
				))}
				{isWall ? (
					<TextField
						label="Address of the wall"
						before="/w/"
						value={slug}
						list={list}
						required
						autoCapitalize="off"
						spellCheck={false}
						error={problem}
						onChange={(event) => setSlug(event.target.value.trim().replace(/^.*\/w\//, ''))}
					/>
				) : null}
				<datalist id={list}>
					{landing.walls.map((wall) => (
						<option key={wall.slug} value={wall.slug}>{`${wall.name}, ${wall.space}`}</option>
					))}
				</datalist>
				{landing.is_fixed ? null : (
					<div className="ui-buttons">
						<Button type="submit" busy={isPending} disabled={!isChanged || (isWall && (!slug || !isPublished))}>
							Show it
						</Button>
						<a href="/" target="_blank" rel="noreferrer">
							Open the front page
						</a>
					</div>
				)}
			</fieldset>
		</form>
	)
}
