import { useMutation } from '@tanstack/react-query'
import { CircleCheck, Search, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { SiteCheck } from '#shared/instance/site-check.ts'
import { layoutNames } from '#web/features/walls/studio/sections/layout-picker.tsx'
import { useWallSites } from '#web/features/walls/use-walls.ts'
import { toFieldProblem } from '#web/lib/client/field-problem.ts'
import { supabase } from '#web/lib/client/supabase.ts'
import { useSpace } from '#web/lib/spaces/space-context.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { SnippetWall } from './embed-snippets.ts'
import { findingsOf } from './site-findings.ts'
import './site-check-form.css'

/** Looks at a page of the owner, and says what was found there and what to do about it. */
export function SiteCheckForm({ wall, isPublished }: { wall: SnippetWall; isPublished: boolean }) {
	const { space } = useSpace()
	const [url, setUrl] = useState('')
	const check = useSiteCheck(wall.id)
	const sites = useWallSites(space.id, wall.id)
	const submit = async (event: FormEvent) => {
		event.preventDefault()
		if (check.isPending) return
		// A page that was opened since the studio was is counted.
		await sites.refetch()
		check.mutate(url.trim())
	}
	const findings = check.data
		? findingsOf(check.data, { ...wall, isPublished }, sites.data ?? [], {
				origin: window.location.origin,
				layoutNames,
			})
		: []
	return (
		<form className="site-check" noValidate onSubmit={submit}>
			<TextField
				label="Address of your page"
				type="url"
				dir="ltr"
				inputMode="url"
				placeholder="https://"
				autoComplete="url"
				maxLength={2000}
				value={url}
				error={check.error?.message}
				onChange={({ target }) => {
					check.reset()
					setUrl(target.value)
				}}
				after={
					<Button type="submit" busy={check.isPending}>
						<Search size={16} aria-hidden="true" />
						Check it
					</Button>
				}
			/>
			<div role="status">
				{check.data ? (
					<ul>
						{findings.map(({ isGood, text, advice }) => (
							<li key={text} data-good={isGood}>
								{isGood ? (
									<CircleCheck size={16} aria-label="Good:" />
								) : (
									<TriangleAlert size={16} aria-label="To do:" />
								)}
								<div>
									{text}
									{advice ? <p className="ui-quiet ui-small">{advice}</p> : null}
								</div>
							</li>
						))}
					</ul>
				) : null}
			</div>
		</form>
	)
}

/** Lets the server look at a page of the owner for the code of a wall. */
const useSiteCheck = (wallId: string) =>
	useMutation({
		mutationFn: async (url: string): Promise<SiteCheck> => {
			const client = await supabase
			const { data, error } = await client.functions.invoke<SiteCheck>('site-check', { body: { wall_id: wallId, url } })
			if (error) throw await toFieldProblem(error, 'url')
			if (!data) throw new Error('The server gave no answer. Try again.')
			return data
		},
	})
