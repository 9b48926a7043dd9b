import { useEffect, useRef, useState } from 'react'
import { isRecordingKind } from '#shared/form/public-form.ts'
import { interpolate } from '#web/i18n/messages.ts'
import { acceptedKinds, type Island, promptsOf } from '#web/public/collect/island.ts'
import { countCharacters, formatNumber } from '#web/public/collect/submit/problem-texts.ts'
import { FieldError, type Problem } from '#web/public/page-shell/field-error.tsx'
import { Icon, tick } from '#web/public/page-shell/icons.tsx'

/**
 * The text box. Prompts show beside it and never write into it; they are radios outside the form, so they work
 * without a script and are not sent.
 */
export function BodyField(props: { island: Island; problem: Problem | undefined; kept: boolean; live: boolean }) {
	const { island, problem, kept, live } = props
	const { words, limits, lang } = island
	const [count, setCount] = useState(() => countCharacters(island.values.body ?? ''))
	const max = formatNumber(limits.text, lang)
	// Only text needs words, and a plain form cannot know which kind was chosen.
	const required = acceptedKinds(island.form).join() === 'text'
	const prompts = promptsOf(island)
	const box = useRef<HTMLTextAreaElement>(null)
	// Text typed before the script loaded is only in the element.
	useEffect(() => setCount(countCharacters(box.current?.value ?? '')), [])
	return (
		<div className="by-text">
			<label className="label" htmlFor="body">
				{`${words.words} `}
				{island.form.accepts.some(isRecordingKind) ? <span className="opt">{words.optional}</span> : null}
			</label>
			{prompts[0] && (
				<fieldset>
					<legend className="hint plain">{words.stuck}</legend>
					<div className="chips">
						{prompts.map((prompt, at) => (
							<label className="chip" dir="auto" key={prompt}>
								<input type="radio" name="prompt" form="aside" className={`prompt${at + 1}`} onClick={focusBody} />
								{prompt}
							</label>
						))}
					</div>
				</fieldset>
			)}
			<div className={problem ? 'sheet bad' : 'sheet'}>
				<p className="asked" id="asked">
					{prompts.map((prompt, at) => (
						<span className={`prompt${at + 1}`} key={prompt}>
							{prompt}
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
						// A new element causes no layout shift; a moved one does.
						key={live ? 'live' : 'still'}
						className={count > limits.text ? 'nums over' : 'nums'}
						id="count"
					>
						{live ? interpolate(words.count, { n: formatNumber(count, lang), max }) : interpolate(words.upTo, { max })}
					</span>
				</p>
			</div>
			<FieldError problem={problem} />
		</div>
	)
}

function focusBody() {
	document.getElementById('body')?.focus()
}
