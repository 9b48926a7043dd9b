type Waiting = { resolve: (token: string) => void; reject: (error: Error) => void }

/** Tokens of a captcha on their way from its widget to the requests that need one: each is handed out once. */
export class CaptchaTokens {
	/** Makes the widget begin anew, once it is there. */
	reset = () => {}
	#token: string | undefined
	#failed = false
	#waiting: Waiting[] = []

	/** The next token; waits until the widget, or the person, is ready. */
	take(): Promise<string> {
		const token = this.#token
		this.#token = undefined
		if (token !== undefined) return Promise.resolve(this.#hand(token))
		if (this.#failed) return Promise.reject(captchaFailed())
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

	/** The widget cannot be loaded: nobody waits for it any longer. */
	fail(): void {
		this.#failed = true
		for (const { reject } of this.#waiting.splice(0)) reject(captchaFailed())
	}

	#hand(token: string): string {
		this.reset()
		return token
	}
}

/** An error that is worded as the auth service's own `captcha_failed`. */
export function captchaFailed(): Error {
	return Object.assign(new Error('The check against robots did not pass.'), {
		code: 'captcha_failed',
	})
}
