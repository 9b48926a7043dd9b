type PendingTake = { resolve: (token: string) => void; reject: (error: Error) => void }

/** Captcha tokens from the widget to the requests that need one; each is used once. */
export class CaptchaTokens {
	/** Resets the widget, once it has loaded. */
	reset = () => {}
	#token: string | undefined
	#failed = false
	#waiting: PendingTake[] = []

	/** The next token; waits for the widget or the person. */
	take(): Promise<string> {
		const token = this.#token
		this.#token = undefined
		if (token !== undefined) return Promise.resolve(this.#hand(token))
		if (this.#failed) return Promise.reject(createCaptchaError())
		return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
	}

	solved(token: string): void {
		const next = this.#waiting.shift()
		if (next) next.resolve(this.#hand(token))
		else this.#token = token
	}

	expired(): void {
		this.#token = undefined
		this.reset()
	}

	/** The widget failed to load: pending requests are rejected. */
	fail(): void {
		this.#failed = true
		for (const { reject } of this.#waiting.splice(0)) reject(createCaptchaError())
	}

	#hand(token: string): string {
		this.reset()
		return token
	}
}

/** The error that the auth service returns as `captcha_failed`. */
export function createCaptchaError(): Error {
	return Object.assign(new Error('The check against robots did not pass.'), {
		code: 'captcha_failed',
	})
}
