/** The site URL and allow list of the redirect cases. */
export const site = 'https://praise.example'
export const allowList = [
	'https://*.shop.example/**',
	'https://exact.example/back',
	'https://query.example/back?from=*',
	'https://one.example/p?ge',
	'https://{red,blue}.example/[a-c]',
	'https://deep.example/a/**',
	'https://flat.example/a/*',
	'http://dev.example:8080/**',
	'myapp://callback/**',
	'com.my_app.example://signed-in',
]

export const allowedForms = [
	'https://praise.example',
	'https://praise.example/',
	'https://praise.example/any/path?and=query#part',
	'https://praise.example?x=1',
	'https://praise.example#part',
	'https://praise.example/a/../b',
	'https://praise.example/%2e%2e/b',
	'https://praise.example//double',
	'https://praise.example/?next=https://evil.test',
	'https://praise.example/@evil.test',
	'https://praise.example:443/',
	'HTTPS://praise.example/',
	'https://PRAISE.example/',
	'https://www.shop.example/deep/path?x=1',
	'https://www.shop.example/',
	'https://exact.example/back',
	'https://exact.example/back#access_token=1',
	'https://query.example/back?from=mail',
	'https://one.example/page',
	'https://red.example/a',
	'https://blue.example/c',
	'https://deep.example/a/b/c.html',
	'https://flat.example/a/b',
	'http://dev.example:8080/auth/callback',
	'myapp://callback/signed-in',
	'myapp://callback/signed-in#x',
	'com.my_app.example://signed-in',
	'http://127.0.0.1:8080/anything',
	'http://127.4.5.6/',
	'https://127.0.0.1/',
	'http://[::1]:3000/x',
]

const evil = 'evil.test'
/** Characters that some parser drops, folds or reads as another one. */
const odd = [
	...['\t', '\n', '\r', '\r\n', ' ', '\0', '\x01', '\x7f', '\u0085', '\u00a0'],
	...['\u200b', '\u2028', '\u2029', '\u202e', '\u3000', '\ufeff', '\u00ad'],
]

export const refusedForms = [
	// Relative URLs, and values without a host
	...['', ' ', '/', '/dashboard', 'dashboard', '?x=1', '#x', 'praise.example', '.', '..'],
	...[`//${evil}`, `///${evil}`, `////${evil}`, `/\\${evil}`, `\\\\${evil}`, `\\/\\/${evil}`],
	...[`//praise.example/x`, `https:`, 'https:/', 'https://', `https:${evil}`, `https:/${evil}`],
	...[`https:///${evil}`, `https:////${evil}`, `https:\\\\${evil}`, `https:/\\${evil}`],
	...[`http:praise.example`, 'https://?', 'https://#', 'https://:443/', 'https://@/'],
	// Almost the site's URL
	...['http://praise.example/', 'https://praise.example:8443/', 'https://praise.example:80/'],
	...['https://praise.example./', 'https://praise.example../', 'https://.praise.example/'],
	...['https://www.praise.example/', 'https://praise.exampl/', 'https://praise-example/'],
	...['https://praise.examplex/', 'https://xpraise.example/', 'ftp://praise.example/'],
	...['ws://praise.example/', 'view-source:https://praise.example/', 'https//praise.example/'],
	// A foreign host that contains the site's name
	...[`https://praise.example.${evil}/`, `https://${evil}/https://praise.example/`],
	...[`https://praise.example@${evil}/`, `https://praise.example:443@${evil}/`],
	...[`https://praise.example%40${evil}/`, `https://praise.example%2f@${evil}/`],
	...[
		`https://${evil}/.praise.example`,
		`https://${evil}?.praise.example`,
		`https://${evil}#.praise.example`,
	],
	...[`https://${evil}\\.praise.example/`, `https://${evil}\\@praise.example/`],
	...[`https://praise.example\\@${evil}/`, `https://praise.example\\.${evil}/`],
	...[`https://${evil}%23.praise.example/`, `https://${evil}%00.praise.example/`],
	...[`https://praise.example%00.${evil}/`, `https://praise.example%2e${evil}/`],
	...[`https://praise.example%0a.${evil}/`, `https://praise.example;.${evil}/`],
	...[`https://praise.example,${evil}/`, `https://praise.example&${evil}/`],
	...[`https://praise.example_.${evil}/`, `https://praise.example$${evil}/`],
	// Credentials in the URL
	...[
		'https://user@praise.example/',
		'https://user:secret@praise.example/',
		'https://:@praise.example/',
	],
	...[
		'https://@praise.example/',
		`https://${evil}:443@praise.example/`,
		`https://${evil}%2f@praise.example/`,
	],
	// Characters that look like the site's
	...['https://prаise.example/', 'https://praise。example/', `https://praise.example。${evil}/`],
	...['https://ｐraise.example/', 'https://praise．example/', 'https://praise｡example/'],
	...['https://xn--prise-3ve.example/', 'https://praiſe.example/', 'https://ℙraise.example/'],
	...[
		`https://${evil}／.praise.example/`,
		`https://${evil}＃.praise.example/`,
		`https://${evil}？.praise.example/`,
	],
	...[
		`https://praise.example＠${evil}/`,
		`https://${evil}℀.praise.example/`,
		`https://${evil}⁄.praise.example/`,
	],
	...odd.map((char) => `https://praise.example${char}/`),
	...odd.map((char) => `https://praise.example${char}.${evil}/`),
	...odd.map((char) => `${char}https://praise.example/`),
	...odd.map((char) => `https:/${char}/${evil}/`),
	...[
		'java\tscript:alert(1)',
		'java\nscript:alert(1)',
		' javascript:alert(1)',
		'\x01javascript:alert(1)',
	],
	// Almost an entry of the allow list
	...[
		'https://a.b.shop.example/',
		'https://shop.example/',
		'https://.shop.example/',
		'http://www.shop.example/',
	],
	...[
		`https://${evil}?.shop.example/`,
		`https://${evil}#.shop.example/`,
		`https://${evil}/.shop.example/`,
	],
	...[
		`https://${evil}\\.shop.example/`,
		`https://${evil}:443?.shop.example/x`,
		`https://x@${evil}?.shop.example/`,
	],
	...[
		'https://exact.example/back?x=1',
		'https://exact.example/back/',
		'https://exact.example/back/more',
	],
	...['https://exact.example/', 'https://exact.example/BACK', 'https://exact.example:8443/back'],
	...[
		'https://exact.example/x/../back',
		'https://exact.example//back',
		'https://exactxexample/back',
	],
	...[
		'https://query.example/back?from=a.b',
		'https://query.example/back',
		'https://query.example/back?from=a&x=/',
	],
	...['https://one.example/p/ge', 'https://one.example/pge', 'https://one.example/paage'],
	...[
		'https://green.example/a',
		'https://red.example/d',
		'https://redblue.example/a',
		'https://red.example/ab',
	],
	...[
		'https://deep.example/b/c',
		'https://deep.example/a',
		'https://flat.example/a/b/c',
		'https://flat.example/a/b.c',
	],
	...['http://dev.example/x', 'https://dev.example:8080/x', 'http://dev.example:80801/x'],
	...[
		'myapp://other',
		'myapp:callback/x',
		'myapp://callback',
		'otherapp://callback/x',
		'MYAPP2://callback/x',
	],
	...['com.my_app.example://signed-in/more', 'com.my_app.example://other'],
	// IP addresses and internal hosts
	...[
		'http://2130706433/',
		'http://0x7f.1/',
		'http://0x7f000001/',
		'http://017700000001/',
		'http://127.1/',
	],
	...[
		'http://0177.0.0.1/',
		'http://127.0.0.1.:80/',
		'http://127.0.0.01/',
		'http://127.0.0.256/',
		'http://0/',
	],
	...[
		'http://10.0.0.1/',
		'http://192.168.0.1/',
		'http://172.16.0.1/',
		'http://169.254.169.254/latest/',
	],
	...[
		'http://0.0.0.0/',
		'http://8.8.8.8/',
		'http://255.255.255.255/',
		'https://12345/',
		'https://1.2/',
	],
	...['http://[::]/', 'http://[::ffff:10.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[fe80::1]/'],
	...[
		'http://[fe80::1%25eth0]/',
		'http://[2001:db8::1]/',
		'http://[::1',
		'http://::1/',
		'http://[127.0.0.1]/',
	],
	...['http://127.0.0.1.evil.test/', 'http://[::1].evil.test/', 'http://127.0.0.1@evil.test/'],
	...[
		'http://user@127.0.0.1/',
		'http://①②⑦.⓪.⓪.①/',
		'http://localhost/',
		'http://localhost.evil.test/',
	],
	// Schemes that run or read something
	...['javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'javascript://praise.example/%0aalert(1)'],
	...[
		'javascript://127.0.0.1/%0aalert(1)',
		'vbscript:x',
		'data:text/html,x',
		'data://praise.example/,x',
	],
	...[
		'file:///etc/passwd',
		'file://praise.example/etc',
		'blob:https://praise.example/1',
		'about:blank',
	],
	...[
		'filesystem:https://praise.example/temporary/',
		'mailto:a@praise.example',
		'intent://praise.example/#Intent;end',
	],
	// Excessive length, and unprintable characters
	`https://praise.example/${'x'.repeat(5000)}`,
	'https://praise.example/\ud800',
	'https://praise.example:99999/',
	'https://praise.example:abc/',
	'https://praise.example:-1/',
]
