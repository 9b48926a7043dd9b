-- The name of the site where a testimonial was first published: a known name, or the host.
create or replace function private.source_name(address text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
	select case
		when host ~ '(^|\.)google\.[a-z.]+$|(^|\.)g\.page$|^maps\.app\.goo\.gl$' then 'Google'
		when host ~ '(^|\.)trustpilot\.com$' then 'Trustpilot'
		when host ~ '(^|\.)(x|twitter)\.com$' then 'X'
		when host ~ '(^|\.)linkedin\.com$' then 'LinkedIn'
		when host ~ '(^|\.)facebook\.com$' then 'Facebook'
		when host ~ '(^|\.)instagram\.com$' then 'Instagram'
		when host ~ '(^|\.)producthunt\.com$' then 'Product Hunt'
		when host ~ '(^|\.)g2\.com$' then 'G2'
		when host ~ '(^|\.)capterra\.[a-z.]+$' then 'Capterra'
		when host ~ '(^|\.)yelp\.[a-z.]+$' then 'Yelp'
		when host ~ '(^|\.)tripadvisor\.[a-z.]+$' then 'Tripadvisor'
		else regexp_replace(host, '^www\.', '') end
	from (select lower(substring(address from '^https?://(?:[^/?#@]*@)?([^/?#:]+)')) as host) parsed
$$;
