-- What visitors get and where they go after sending, and what they read once a form is closed.

-- Empty: the page's own words.
alter table public.forms add column closed_text text not null default '' check (char_length(closed_text) <= 1000);
grant insert (closed_text), update (closed_text) on public.forms to authenticated;

-- Seconds until visitors are taken to `link_url`, and the code that every sender gets alike.
alter table public.forms add constraint thank_you_limits check (
	coalesce(thank_you ->> 'move_after', '10') in ('10', '20', '30')
	and char_length(coalesce(thank_you ->> 'coupon_code', '')) <= 60
	and coalesce(thank_you ->> 'coupon_code', '') !~ '[[:cntrl:]]'
	and char_length(coalesce(thank_you ->> 'coupon_label', '')) <= 120
);
