/** What Word puts on the clipboard, shortened: a title, headings, two lists (one with levels), a table, formatted text. */
export const WORD_HTML = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word"><head><meta name=Generator content="Microsoft Word 15">
<style><!-- p.MsoNormal {margin:0cm;font-size:11.0pt;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt'><!--StartFragment-->
<p class=MsoTitle><span style='font-size:28.0pt;mso-ascii-font-family:Cambria'>Pump manual<o:p></o:p></span></p>
<h1><a name="_Toc1"></a><span lang=EN-US>1 Start</span></h1>
<p class=MsoNormal><span style='color:red'>Read <b>all</b> <i>steps</i>.</span><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraphCxSpFirst style='margin-left:36.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;</span></span></span><![endif]>Open the valve<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp;</span></span></span><![endif]>Slowly<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='margin-left:36.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span><span
style='mso-list:Ignore'>·<span>&nbsp;&nbsp;</span></span></span><![endif]>Wait<o:p></o:p></p>
<h5>Remarks</h5>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>1.<span>&nbsp;&nbsp;</span></span></span><![endif]>First</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span><span
style='mso-list:Ignore'>2.<span>&nbsp;&nbsp;</span></span></span><![endif]>Second</p>
<table class=MsoTableGrid border=1 style='border-collapse:collapse;mso-yfti-tbllook:1184'><tr style='mso-yfti-irow:0'>
<td width=200 valign=top style='width:150pt;padding:0cm 5.4pt'><p class=MsoNormal>Pressure<o:p></o:p></p></td>
<td width=200><p class=MsoNormal align=right style='text-align:right'>3 bar<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><v:shape id="s1"><v:imagedata src="file:///C:/temp/clip_image001.png"/></v:shape><img src="file:///C:/temp/clip_image001.png"
onerror="xss()"><a href="javascript:xss()">more</a></p>
<!--EndFragment--></body></html>`;
