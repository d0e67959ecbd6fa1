import { Fragment } from 'react';
import { useCall } from '#src/client/query.ts';
import { Choices } from '#src/components/Choices.tsx';
import { EmptyState } from '#src/components/EmptyState.tsx';
import { Icon } from '#src/components/Icon.tsx';
import { LoadState } from '#src/components/LoadState.tsx';
import { Pager } from '#src/components/Pager.tsx';
import type { Data } from '#src/contract/calls.ts';
import { useLocale, useT } from '#src/i18n/island.tsx';
import { href } from '#src/i18n/locale.ts';
import { dateText } from '#src/lib/dates.ts';
import { useAccount, useLastPage } from '../account-context.ts';
import { accountLink, CERTIFICATE_STATES, type ViewOf } from '../account-query.ts';
import { ExportButton } from '../ExportButton.tsx';
import { links } from '../links.ts';
import { certificateFilter, certificatePage } from '../panel-calls.ts';
import { choicesOf } from './choices-of.ts';
import { useSeen } from '../requests/use-seen.ts';
import { ShownName } from './ShownName.tsx';
import { NothingFound } from './NothingFound.tsx';

/** Certificates (`change=3&recordType=2`). */
export function Certificates({ view }: { view: ViewOf<'certificates'> }) {
  const t = useT();
  const locale = useLocale();
  const certificates = useCall(...certificatePage(view));
  useLastPage(certificates.data);
  const { status } = view;
  const unseen = certificates.data?.list.filter(({ unseenChange }) => unseenChange).map(({ id }) => id) ?? [];
  useSeen('PUT /course/auth/user/certificate/see', unseen);
  const link = accountLink(locale, 'certificates');
  const text = (value: typeof status) =>
    t(
      value === 'expiring' ? 'record:filter.expiring' : value ? `enum:certificateStatus.${value}` : 'record:filter.all',
    );
  const choices = choicesOf({ name: 'status', values: CERTIFICATE_STATES, chosen: status, text }, link);
  return (
    <>
      {(certificates.data?.totalCount !== 0 || status) && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Choices label={t('record:filter.state')} choices={choices} className="me-auto" />
          {Boolean(certificates.data?.totalCount) && (
            <>
              <ExportButton call="POST /course/auth/user/certificate/export" input={certificateFilter(status)} />
              <ExportButton
                call="POST /course/auth/user/certificate/export"
                input={{ ...certificateFilter(status), format: 'zip' }}
                label={t('record:certificate.allAsPdf')}
              />
            </>
          )}
        </div>
      )}
      <div className="transition-opacity aria-busy:opacity-60" aria-busy={certificates.isPrevious || undefined}>
        <LoadState query={certificates}>
          {({ list }) =>
            list.length > 0 ? (
              <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
                {list.map((certificate) => (
                  <CertificateCard key={certificate.id} certificate={certificate} />
                ))}
              </ul>
            ) : (
              <section className="paper">
                {status ? (
                  <NothingFound all={link({})} />
                ) : (
                  <EmptyState
                    icon="certificate"
                    title={t('record:empty.certificates.title')}
                    hint={t('record:empty.certificates.hint')}
                    action={{ href: href(locale, '/test'), label: t('record:empty.certificates.action') }}
                  />
                )}
              </section>
            )
          }
        </LoadState>
      </div>
      {Boolean(certificates.data?.totalCount) && <ShownName />}
      {certificates.data && <Pager {...certificates.data} href={(page) => link({ status, page })} />}
    </>
  );
}

type Certificate = Data<'POST /course/auth/user/certificate/page'>['list'][number];

const STATUS_TONES: Record<Certificate['status'], string> = {
  held: 'badge-success badge-soft',
  expired: 'badge-ghost',
  revoked: 'badge-error badge-soft',
};

function CertificateCard({ certificate }: { certificate: Certificate }) {
  const t = useT();
  const locale = useLocale();
  const { timeZone, enterpriseZone = timeZone } = useAccount().viewer;
  const date = (moment: string) => dateText(moment, enterpriseZone, locale);
  const { status, expireTime, revokeTime, revokeReason } = certificate;
  const held = status === 'held';
  return (
    <li
      className={`paper group relative flex flex-col overflow-hidden transition-colors focus-within:border-primary hover:border-primary ${held ? '' : 'text-muted'}`}
    >
      <div className={`flex items-start gap-3 p-4 ${held ? 'bg-primary-soft' : 'bg-base-200'}`}>
        <span className={held ? 'text-primary' : undefined}>
          <Icon name="certificate" className="size-8" />
        </span>
        <div className="min-w-0 grow">
          <a
            href={href(locale, links.certificate(certificate.id))}
            className="line-clamp-2 font-semibold group-hover:text-primary after:absolute after:inset-0"
          >
            {certificate.certificateName}
          </a>
          <p className="truncate text-sm text-muted">{certificate.issuer}</p>
        </div>
        <span className={`badge badge-sm mt-1 shrink-0 ${STATUS_TONES[status]}`}>
          {t(`enum:certificateStatus.${status}`)}
        </span>
      </div>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 p-4 text-sm">
        <dt className="text-muted">{t('record:certificate.number')}</dt>
        <dd className="text-end break-all tabular-nums">{certificate.certificateNo}</dd>
        <dt className="text-muted">{t('record:certificate.issuedOn')}</dt>
        <dd className="text-end tabular-nums">{date(certificate.gmtCreate)}</dd>
        <dt className="text-muted">{t('record:certificate.validUntil')}</dt>
        <dd className="text-end tabular-nums">{expireTime ? date(expireTime) : t('record:certificate.forGood')}</dd>
        {revokeTime && (
          <>
            <dt className="text-muted">{t('record:certificate.revokedOn')}</dt>
            <dd className="text-end tabular-nums">{date(revokeTime)}</dd>
            <dt className="text-muted">{t('record:certificate.reason')}</dt>
            <dd className="min-w-0 text-end break-words">{revokeReason}</dd>
          </>
        )}
        {(['replacedBy', 'replaces'] as const).map(
          (name) =>
            certificate[name] && (
              <Fragment key={name}>
                <dt className="text-muted">{t(`record:certificate.${name}`)}</dt>
                <dd className="text-end break-all tabular-nums">{certificate[name]}</dd>
              </Fragment>
            ),
        )}
        <dt className="text-muted">{t('record:certificate.issueWay')}</dt>
        <dd className="text-end">{t(`enum:issueWay.${certificate.issueWay}`)}</dd>
      </dl>
    </li>
  );
}
