import { useEffect, useRef, useState } from 'react'
import { countCharacters, formatCount } from './characters.ts'
import { FieldError } from './field-error.tsx'
import { fill } from './fill.ts'
import { Icon, tick } from './icons.tsx'
import { type Island, offeredKinds, type Problem } from './island.ts'

const prompts = ['prompt1', 'prompt2', 'prompt3'] as const

/**
 * The box for the words. The prompts ask beside it and never write into it; they are radios outside the form,
 * so that they work without a script and are not sent.
 */
export function WordsField(props: {
	island: Island
	problem: Problem | undefined
	kept: boolean
	live: boolean
}) {
	const { island, problem, kept, live } = props
	const { words, limits, lang } = island
	const [count, setCount] = useState(() => countCharacters(island.values.body ?? ''))
	const max = formatCount(limits.text, lang)
	// A photo may come without words, and a plain form cannot know which of the two was chosen.
	const required = !offeredKinds(island.form).includes('photo')
	const box = useRef<HTMLTextAreaElement>(null)
	// What was typed before the script came is only in the box.
	useEffect(() => setCount(countCharacters(box.current?.value ?? '')), [])
	return (
		<div className="by-text">
			<label className="label" htmlFor="body">
				{words.words}
			</label>
			<fieldset>
				<legend className="hint plain">{words.stuck}</legend>
				<div className="chips">
					{prompts.map((prompt) => (
						<label className="chip" key={prompt}>
							<input
								type="radio"
								name="prompt"
								form="aside"
								className={prompt}
								onClick={focusBox}
							/>
							{words[prompt]}
						</label>
					))}
				</div>
			</fieldset>
			<div className={problem ? 'sheet bad' : 'sheet'}>
				<p className="asked" id="asked">
					{prompts.map((prompt) => (
						<span className={prompt} key={prompt}>
							{words[prompt]}
						</span>
					))}
				</p>
				<textarea
					ref={box}
					id="body"
					name="body"
					dir="auto"
					rows={5}
					required={required}
					defaultValue={island.values.body}
					onInput={({ currentTarget }) => setCount(countCharacters(currentTarget.value))}
					aria-invalid={problem ? true : undefined}
					aria-describedby={problem ? 'body-x asked count' : 'asked count'}
				/>
				<p className="under">
					<span className="saved" role="status">
						{kept ? <Icon drawing={tick} /> : null}
						{kept ? words.kept : null}
					</span>
					<span
						// A new element is no layout shift; a moved one is.
						key={live ? 'live' : 'still'}
						className={count > limits.text ? 'nums over' : 'nums'}
						id="count"
					>
						{live
							? fill(words.count, { n: formatCount(count, lang), max })
							: fill(words.upTo, { max })}
					</span>
				</p>
			</div>
			<FieldError problem={problem} />
		</div>
	)
}

function focusBox() {
	document.getElementById('body')?.focus()
}
