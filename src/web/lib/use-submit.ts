import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AuthField, authErrorField, sayAuthError } from './auth-errors.ts'

/** Errors of a form: beside a field, or of the whole. */
export type FormErrors = Partial<Record<AuthField | 'form', string>>

/**
 * One submit at a time. `work` may return field errors of its own; what it throws becomes the error of
 * the field it belongs to, or of the form. Focus goes to the first field that is wrong.
 */
export function useSubmit(work: () => Promise<FormErrors | undefined>) {
	const [busy, setBusy] = useState(false)
	const [errors, setErrors] = useState<FormErrors>({})
	const form = useRef<HTMLFormElement>(null)

	const fail = (found: FormErrors) => {
		// Drawn first: a frame that came before the error would find no field to go to.
		flushSync(() => {
			setErrors(found)
			setBusy(false)
		})
		form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
	}
	const run = async () => {
		if (busy) return
		setBusy(true)
		setErrors({})
		try {
			const found = await work()
			if (found) fail(found)
		} catch (error) {
			fail({ [authErrorField(error) ?? 'form']: sayAuthError(error) })
		} finally {
			setBusy(false)
		}
	}
	const submit = (event: FormEvent) => {
		event.preventDefault()
		return run()
	}
	const clear = (field: AuthField) =>
		setErrors(({ [field]: _, form: __, ...others }) => others as FormErrors)
	/** Once a form was refused as a whole, its empty fields say what they wait for. */
	const missing = (value: string, words: string) =>
		errors.form && !value.trim() ? words : undefined
	return { busy, errors, form, run, submit, clear, missing }
}
