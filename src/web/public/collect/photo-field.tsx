import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { judgePicture } from './check-values.ts'
import { FieldError } from './field-error.tsx'
import { fitField, isLarge } from './fit-field.ts'
import { face, Icon, picture } from './icons.tsx'
import type { Island, Problem } from './island.ts'

/** A file, and whether it can be looked at. */
type Chosen = { url: string; isShown: boolean }

/** A file input that shows what was chosen, or says at once what is wrong with it; `wide` for a picture, round for a portrait. */
export function PhotoField(props: {
	name: 'photo' | 'avatar'
	wide: boolean
	pick: string
	hint: ReactNode
	island: Island
	problem: Problem | undefined
}) {
	const { name, wide, pick, hint } = props
	const { words, limits, lang } = props.island
	const input = useRef<HTMLInputElement>(null)
	const [chosen, setChosen] = useState<Chosen | null>(null)
	// What the last try to send found counts until something else is chosen.
	const [judged, setJudged] = useState<Problem | null>(props.problem ?? null)
	useEffect(() => setJudged(props.problem ?? null), [props.problem])
	useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])
	const look = useCallback(() => {
		const file = input.current?.files?.[0]
		const large = file && isLarge(file)
		if (input.current && large) fitField(input.current, file, limits.photoBytes)
		const text = file && !large ? judgePicture(file, limits, words, lang) : null
		setChosen(file ? { url: URL.createObjectURL(file), isShown: !text } : null)
		setJudged(text ? { field: name, target: name, text } : null)
	}, [name, limits, words, lang])
	// A file chosen before the script came has not been looked at yet.
	useEffect(() => {
		if (input.current?.files?.length) look()
	}, [look])
	const hide = () => {
		setChosen((now) => now && { ...now, isShown: false })
		setJudged({ field: name, target: name, text: words.badPhoto })
	}
	const problem = judged ?? undefined
	const shape = `frame${wide ? ' wide' : ''}${chosen?.isShown ? ' has' : ''}`
	const remove = () => {
		if (!input.current) return
		input.current.value = ''
		input.current.dispatchEvent(new Event('change', { bubbles: true }))
		input.current.focus()
	}
	return (
		<div>
			<div className="photo">
				<span className={shape}>
					{chosen?.isShown ? (
						<img src={chosen.url} alt="" onError={hide} />
					) : (
						<Icon drawing={wide ? picture : face} />
					)}
				</span>
				<div>
					<div className="row">
						<label className={problem ? 'btn pick bad' : 'btn pick'}>
							{chosen ? words.changePhoto : pick}
							<input
								ref={input}
								id={name}
								name={name}
								type="file"
								accept="image/jpeg,image/png,image/webp"
								aria-describedby={problem ? `${name}-hint ${name}-x` : `${name}-hint`}
								onChange={look}
							/>
						</label>
						{chosen ? (
							<button className="btn plain" type="button" onClick={remove}>
								{words.removePhoto}
							</button>
						) : null}
					</div>
					<p className="hint after-field" id={`${name}-hint`}>
						{hint}
					</p>
				</div>
			</div>
			<div aria-live="polite">
				<FieldError problem={problem} />
			</div>
		</div>
	)
}
