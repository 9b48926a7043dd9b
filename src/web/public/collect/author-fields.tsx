import { fill } from './fill.ts'
import type { Island, Problem } from './island.ts'
import { PhotoField } from './photo-field.tsx'
import { TextField } from './text-field.tsx'

/** Who is speaking. Only the name is asked for; the rest is offered. */
export function AuthorFields(props: {
	island: Island
	problemOf: (field: string) => Problem | undefined
}) {
	const { island, problemOf } = props
	const { words, values, form } = island
	const field = (name: 'name' | 'title' | 'company' | 'url' | 'email') => ({
		name,
		label: words[name],
		value: values[name],
		problem: problemOf(name),
	})
	return (
		<fieldset className="part fields">
			<legend className="vh">{words.about}</legend>
			<PhotoField
				name="avatar"
				wide={false}
				pick={words.addPhoto}
				hint={words.portraitHint}
				island={island}
				problem={problemOf('avatar')}
			/>
			<TextField {...field('name')} required autoComplete="name" />
			<div className="two">
				<TextField {...field('title')} note={words.optional} autoComplete="organization-title" />
				<TextField {...field('company')} note={words.optional} autoComplete="organization" />
			</div>
			<TextField {...field('url')} note={words.optional} type="url" autoComplete="url" />
			<TextField
				{...field('email')}
				note={words.neverShown}
				type="email"
				autoComplete="email"
				hint={fill(words.emailHint, { space: form.space.name })}
			/>
		</fieldset>
	)
}
