/** The newest messages of this node, numbered, for nodes that missed some. */
export class MessageLog<Message> {
	private readonly entries: { number: number; at: number; message: Message; size: number }[] = []
	private bytes = 0
	private readonly maxBytes: number
	private readonly maxAge: number
	/** The number of the newest message. */
	last = 0

	/** @param maxAge milliseconds */
	constructor(maxBytes: number, maxAge: number) {
		this.maxBytes = maxBytes
		this.maxAge = maxAge
	}

	/** @returns the message's number */
	add(message: Message, size: number): number {
		this.last += 1
		this.entries.push({ number: this.last, at: Date.now(), message, size })
		this.bytes += size
		this.trim()
		return this.last
	}

	/** The messages after a number; undefined when some of them were trimmed. */
	after(number: number): { number: number; message: Message }[] | undefined {
		if (number > this.last) return undefined
		const rest = this.entries.filter((entry) => entry.number > number)
		return rest.length === this.last - number ? rest : undefined
	}

	private trim(): void {
		const oldest = Date.now() - this.maxAge
		for (;;) {
			const [first] = this.entries
			if (!first || (this.bytes <= this.maxBytes && first.at >= oldest)) return
			this.bytes -= first.size
			this.entries.shift()
		}
	}
}
