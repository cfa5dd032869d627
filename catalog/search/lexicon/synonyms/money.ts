/** Markets, crypto, banks, taxes and books of accounts, by the words that traders and bookkeepers use. */
export const money = `
  candlestick ohlcv kline > price
  rsi macd bollinger sma ema > indicator
  volatility vix > risk
  eps ebitda > earnings
  nikkei ftse dax sensex nifty > stock market
  bullish bearish > stock market
  staking > blockchain
  airdrop erc > token
  dex uniswap > swap
  usdc stablecoin memecoin > crypto cryptocurrency
  minting > nft
  opensea > nft
  testnet mainnet > blockchain
  etherscan > blockchain
  satoshi > bitcoin
  metamask > wallet
  iban bic > bank account
  deposit withdrawal atm > bank
  overdraft > bank account
  cheque > bank
  paycheck payslip paystub > salary
  ira roth annuity superannuation > retirement
  stipend > income
  krona krone zloty rand ringgit baht lira dirham shekel riyal rupiah forint > currency money
  bucks cents penny > money
  wealth networth > asset
  frugal thrifty > budget
  creditor lender > loan
  fico > credit
  bankruptcy insolvency > debt
  taxable taxpayer gst > tax
  amortization emi > loan
  roi irr npv > investment
  arbitrage > trading
  edgar > report
  insider > trading
  recession fed fomc > economy
  economist > economy
  chargeback > refund
  klarna afterpay zelle revolut > payment
  grant subsidy
  vc > investor
  solvency > finance
  cashflow > cash
  payable > invoice
  quickbooks xero freshbooks > accounting
  reconcile reconciliation > accounting
  depreciation > asset
  payee > payment
  remittance remit > transfer
  splurge overspend > spending
  underwriting actuary > insurance
  copay > insurance
  wager stake > bet
  jackpot > lottery
  bullion > metal
  brent wti crude > oil
  wheat corn soybean > commodity
`;
