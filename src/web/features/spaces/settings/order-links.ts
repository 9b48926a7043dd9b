/** Examples that sign an order reference and write the link, by language. `address` is that of a form. */
export const orderLinkExamples = (address: string) =>
	[
		{
			value: 'node',
			label: 'Node',
			code: `import { createHmac } from 'node:crypto'

const sig = createHmac('sha256', process.env.ORDER_KEY).update(reference).digest('hex')
const link = \`${address}?order=\${encodeURIComponent(reference)}&sig=\${sig}\``,
		},
		{
			value: 'php',
			label: 'PHP',
			code: `$sig = hash_hmac('sha256', $reference, getenv('ORDER_KEY'));
$link = '${address}?order=' . rawurlencode($reference) . '&sig=' . $sig;`,
		},
		{
			value: 'shell',
			label: 'Shell',
			code: `sig=$(printf %s "$REFERENCE" | openssl dgst -sha256 -hmac "$ORDER_KEY" -r | cut -d' ' -f1)
echo "${address}?order=$REFERENCE&sig=$sig"`,
		},
	] as const
