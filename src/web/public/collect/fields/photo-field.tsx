import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import type { Island } from '#web/public/collect/island.ts'
import { isHeic, validatePicture } from '#web/public/collect/submit/problem-texts.ts'
import { FieldError, type Problem } from '#web/public/page-shell/field-error.tsx'
import { face, Icon, picture } from '#web/public/page-shell/icons.tsx'
import { isRedrawn, resizeFieldPicture } from './resize-field-picture.ts'

/** A file, and whether the browser can show it. */
type Chosen = { url: string; isShown: boolean }

/** A file input with a preview and immediate validation; `wide` for a picture, round for a portrait. */
export function PhotoField(props: {
	name: 'photo' | 'avatar'
	wide?: boolean
	pick: string
	hint: ReactNode
	island: Island
	problem: Problem | undefined
}) {
	const { name, wide, pick, hint } = props
	const { words, limits, lang } = props.island
	const input = useRef<HTMLInputElement>(null)
	const [chosen, setChosen] = useState<Chosen | null>(null)
	// The error of the last submit applies until another file is chosen.
	const [judged, setJudged] = useState<Problem | null>(props.problem ?? null)
	useEffect(() => setJudged(props.problem ?? null), [props.problem])
	useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])
	const look = useCallback(() => {
		const file = input.current?.files?.[0]
		const redrawn = file && isRedrawn(file)
		if (input.current && redrawn) resizeFieldPicture(input.current, file, limits.photoBytes)
		const text = file && !redrawn ? validatePicture(file, limits, words, lang) : null
		setChosen(file ? { url: URL.createObjectURL(file), isShown: !text && !isHeic(file) } : null)
		setJudged(text ? { field: name, target: name, text } : null)
	}, [name, limits, words, lang])
	// A file chosen before the script loaded is not validated yet.
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
					{chosen?.isShown ? <img src={chosen.url} alt="" onError={hide} /> : <Icon drawing={wide ? picture : face} />}
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
