import { expect, test } from 'vitest'
import { browserAddress, browserFamily, isPhone, isWebView } from './browser-family.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const pixel =
	'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A.250105.002; wv) AppleWebKit/537.36 (KHTML, like Gecko)'

const apps = {
	'Instagram on iOS': `${iphone} Mobile/15E148 Instagram 390.0.0.29.81 (iPhone15,2; iOS 18_5; de_DE; de; scale=3.00; 1179x2556; 754378765)`,
	'Instagram on Android': `${pixel} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Instagram 389.0.0.49.87 Android (35/15; 420dpi; 1080x2400; Google/google; Pixel 8; shiba; shiba; en_US; 748541245)`,
	'Facebook on iOS': `${iphone} Mobile/22F76 [FBAN/FBIOS;FBAV/518.0.0.54.100;FBBV/752257486;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS;FBSV/18.5;FBSS/3;FBID/phone;FBLC/en_GB;FBOP/5]`,
	'Facebook on Android': `${pixel} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/519.0.0.36.109;IABMV/1;]`,
	'TikTok on iOS': `${iphone} Mobile/15E148 musical_ly_40.3.0 JsSdk/2.0 NetType/WIFI Channel/App Store ByteLocale/en Region/GB isDarkMode/1 BytedanceWebview/d8a21c6`,
	'TikTok on Android': `${pixel} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 trill_400304 BytedanceWebview/d8a21c6`,
	'LinkedIn on iOS': `${iphone} Mobile/15E148 [LinkedInApp]/9.31.2400`,
	'Line on Android': `${pixel} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36 Line/15.9.1/IAB`,
	'Line on iOS': `${iphone} Mobile/15E148 Safari Line/15.9.0`,
	'WeChat on iOS': `${iphone} Mobile/15E148 MicroMessenger/8.0.61(0x18003d28) NetType/WIFI Language/zh_CN`,
	'an app with Android WebView': `${pixel} Version/4.0 Chrome/138.0.7204.63 Mobile Safari/537.36`,
	'an app with WKWebView': `${iphone} Mobile/15E148`,
}

const browsers = {
	'Safari on an iPhone': `${iphone} Version/18.5 Mobile/15E148 Safari/604.1`,
	'Safari on a Mac':
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
	'Chrome on an iPhone': `${iphone} CriOS/138.0.7204.119 Mobile/15E148 Safari/604.1`,
	'Firefox on an iPhone': `${iphone} FxiOS/140.1 Mobile/15E148 Safari/605.1.15`,
	'Chrome on Android':
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
	'Samsung Internet':
		'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
	'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
	'Edge on Windows':
		'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36 Edg/138.0.0.0',
	'Firefox on Linux': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

test.each(Object.entries(apps))('%s is an app, not a browser', (_, userAgent) => {
	expect(isWebView(userAgent)).toBe(true)
})

test.each(Object.entries(browsers))('%s is a browser', (_, userAgent) => {
	expect(isWebView(userAgent)).toBe(false)
})

test('browsers that allow the camera in the same way are one family', () => {
	const families = Object.entries(browsers).map(([name, userAgent]) => [name, browserFamily(userAgent)])
	expect(Object.fromEntries(families)).toEqual({
		'Safari on an iPhone': 'safari-phone',
		'Safari on a Mac': 'safari',
		'Chrome on an iPhone': 'safari-phone',
		'Firefox on an iPhone': 'safari-phone',
		'Chrome on Android': 'other',
		'Samsung Internet': 'other',
		'Firefox on Android': 'firefox',
		'Edge on Windows': 'other',
		'Firefox on Linux': 'firefox',
	})
})

test('only phones and tablets are offered their own camera', () => {
	expect(isPhone(browsers['Safari on an iPhone'])).toBe(true)
	expect(isPhone(browsers['Firefox on Android'])).toBe(true)
	expect(isPhone(browsers['Edge on Windows'])).toBe(false)
})

test('the address for another browser keeps the path, the query and the fragment of the page', () => {
	const link = 'https://plaudit.example/collect/harbour?i=abc#draft=eyJh'
	expect(browserAddress(apps['Line on Android'], link)).toBe(
		'intent://plaudit.example/collect/harbour?i=abc#draft=eyJh#Intent;scheme=https;action=android.intent.action.VIEW;end',
	)
	expect(browserAddress(apps['Instagram on iOS'], link)).toBe(`x-safari-${link}`)
	expect(browserAddress(browsers['Firefox on Linux'], link)).toBeUndefined()
})
